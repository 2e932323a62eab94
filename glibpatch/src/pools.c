/* pools.c: who asks for what a GThreadPool does, and what it does.
 *
 * A task is an event: enqueued by g_thread_pool_push (g_task_run_in_thread calls it, too), its
 * handler is the pool's function on a thread of the pool. The pool gets a function of ours
 * with a record that has the program's. Rule: of the same data pushed again before it ran it is
 * not known which push a run comes of; nothing is recorded of either. Records are never given
 * back: a thread of the pool may still be in one after g_thread_pool_free.
 */
#include "glibhooks.h"

#include <loopcore/arena.h>
#include <loopcore/once.h>
#include <loopcore/steer.h>

#include <errno.h>
#include <pthread.h>
#include <sched.h>

enum { POOLS = 1 << 10, TASKS = 1 << 14 };

static struct pool {
	GFunc function;
	gpointer user_data;
} *pools;
static unsigned used;

struct task {
	uint64_t event, label; /* 0: pushed again before it ran */
	uint32_t runs;         /* that are to come */
};

static struct table tasks; /* by pool and data */
static bool locked;

/* Taking and putting are one step: another thread may push, or run, the same data. */
static void lock(void)
{
	while (__atomic_exchange_n(&locked, true, __ATOMIC_ACQUIRE))
		sched_yield();
}

static void unlock(void)
{
	__atomic_store_n(&locked, false, __ATOMIC_RELEASE);
}

/* A child that is forked while another thread holds the lock has it free. */
static bool make_room(void)
{
	return pthread_atfork(NULL, NULL, unlock) == 0 && table_init(&tasks, sizeof(struct task), TASKS) && (pools = arena_pages(POOLS * sizeof(*pools)));
}

static bool is_ours(const struct pool *p)
{
	return pools && p >= pools && p < pools + POOLS;
}

static uint64_t key_of(const struct pool *p, const void *data)
{
	return ((uint64_t)(p - pools) + 1) * 0x9e3779b97f4a7c15 ^ (uintptr_t)data;
}

static void begin(struct scope *s, const struct task *k, const void *stack)
{
	int saved = errno;
	struct thread *t = nest_thread(stack);
	struct label l = { .hash = k->label, .context = k->label };
	if (!t || t->is_main || t->depth > 1) {
		emit_drop(k->event);
	} else {
		steer_stalls(k->label);
		emit_deq(k->event, SPARSE_ENV, NULL);
		nest_handler(s, t, k->event, &l, stack);
	}
	errno = saved;
}

/* Whether this run is an event's. */
static bool comes(uint64_t key, struct task *k)
{
	lock();
	bool known = table_take(&tasks, key, k);
	if (known && k->runs > 1) {
		k->runs--;
		table_put(&tasks, key, k);
		known = false;
	}
	unlock();
	return known && k->event;
}

/* Pushed again: how often is counted, and the event that it was is in k. */
static bool again(uint64_t key, struct task *k)
{
	lock();
	bool known = table_take(&tasks, key, k);
	if (known) {
		struct task more = { 0, 0, k->runs + 1 };
		table_put(&tasks, key, &more);
	}
	unlock();
	return known;
}

static void run_task(gpointer data, gpointer user_data)
{
	struct scope s SCOPED = { NULL, 0 };
	struct pool *p = user_data;
	struct task k;
	if (comes(key_of(p, data), &k))
		begin(&s, &k, HERE);
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

static void announce(struct task *k, struct thread *t, const void *stack)
{
	struct scope s SCOPED = { NULL, 0 };
	char stem[STEM];
	struct label l;
	nest_need_handler(&s, t, "callback", stack);
	label_cause(stem, t, "task");
	label_firing(&l, stem, 1);
	*k = (struct task){ emit_id(), l.hash, 1 };
	emit_enq(k->event, SPARSE_ENV, 0, -1,
		 &(struct detail){ .label = l.text, .type = "task", .class_name = "GThreadPool", .name = "g_thread_pool_push",
				   .thread = t->title });
}

/* Before the pool has it, for it may run at once. */
static void pushed(const struct pool *p, const void *data, const void *stack)
{
	int saved = errno;
	struct thread *t = glib_hooks_on() ? nest_thread(stack) : NULL;
	struct task k;
	if (t && again(key_of(p, data), &k)) {
		if (k.event)
			emit_drop(k.event);
	} else if (t) {
		announce(&k, t, stack);
		if (!table_put(&tasks, key_of(p, data), &k))
			emit_drop(k.event);
	}
	errno = saved;
}

gboolean on_pool_push(GThreadPool *pool, gpointer data, GError **error)
{
	if (pool && pool->func == run_task && is_ours(pool->user_data))
		pushed(pool->user_data, data, HERE);
	return glib.pool_push(pool, data, error);
}
