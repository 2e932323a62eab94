/* pools.c: who asks for what a GThreadPool does, and what it does.
 *
 * A task is an event: enqueued by g_thread_pool_push (g_task_run_in_thread calls it, too), its
 * handler is the pool's function on a thread of the pool. The pool gets a function of ours
 * with a record that has the program's. Records are never given back: a thread of the pool may
 * still be in one after g_thread_pool_free.
 */
#include "glibhooks.h"

#include <loopcore/once.h>
#include <loopcore/pool_tasks.h>

#include <errno.h>

enum { POOLS = 1 << 10, TASKS = 1 << 14 };

static struct pool {
	GFunc function;
	gpointer user_data;
} *pools;
static unsigned used;

static struct table tasks; /* by pool and data */

static bool make_room(void)
{
	return table_init(&tasks, sizeof(struct pool_task), TASKS) && (pools = arena_pages(POOLS * sizeof(*pools)));
}

static bool is_ours(const struct pool *p)
{
	return pools && p >= pools && p < pools + POOLS;
}

static uint64_t key_of(const struct pool *p, const void *data)
{
	return ((uint64_t)(p - pools) + 1) * 0x9e3779b97f4a7c15 ^ (uintptr_t)data;
}

static void run_task(gpointer data, gpointer user_data)
{
	struct scope s SCOPED = { NULL, 0 };
	struct pool *p = user_data;
	struct pool_run k;
	pool_task_comes(&tasks, key_of(p, data), false, &k);
	pool_task_begins(&k, &s, HERE);
	const void *holds = glib_is_gios((const void *)p->function) ? task_holds(data) : NULL;
	if (holds)
		emit_counted(holds);
	p->function(data, p->user_data);
}

/* The program's function, or ours that calls it. */
static GFunc stand_in(GFunc function, gpointer *user_data)
{
	static struct once made;
	unsigned i = once(&made, make_room) ? __atomic_load_n(&used, __ATOMIC_RELAXED) : POOLS;
	if (i < POOLS && (i = __atomic_fetch_add(&used, 1, __ATOMIC_RELAXED)) < POOLS) {
		pools[i] = (struct pool){ function, *user_data };
		*user_data = &pools[i];
		return run_task;
	}
	return function;
}

/* g_thread_pool_new calls it. */
GThreadPool *on_pool_new_full(GFunc function, gpointer user_data, GDestroyNotify item_free, gint threads, gboolean exclusive,
			      GError **error)
{
	GFunc f = stand_in(function, &user_data);
	return glib.pool_new_full(f, user_data, item_free, threads, exclusive, error);
}

gboolean on_pool_push(GThreadPool *pool, gpointer data, GError **error)
{
	int saved = errno;
	bool ours = pool && pool->func == run_task && is_ours(pool->user_data);
	struct thread *t = ours && glib_hooks_on() ? nest_thread(HERE) : NULL;
	if (t)
		pool_task_given(&tasks, key_of(pool->user_data, data), POOL_TASK_AGAIN, t, "GThreadPool", "g_thread_pool_push", HERE);
	errno = saved;
	return glib.pool_push(pool, data, error);
}
