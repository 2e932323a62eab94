/* tasks.c: which GTask a source of GIO's answers, and which object it keeps meanwhile.
 *
 * An asynchronous call of GIO makes a GTask, and whoever has its result attaches a source with the
 * task, which keeps a reference to it: a thread that serves all may be the one. The task is the
 * receiver of that event, and comes before it. What a thread that serves all has to answer before differs from run
 * to run, so its answer is known by who has asked.
 *
 * A task holds its source object until it goes itself, so both its callback and its function in a
 * thread have a reference to that. Records of tasks that answered by another way are stale: they are
 * asked for only by GIO's own sources and pools, with a task that lives, and each new task at an address has its own.
 */
#include "glibhooks.h"

#include <loopcore/arena.h>
#include <loopcore/once.h>

#include <errno.h>

enum { TASKS = 1 << 14 };

struct task {
	const void *count; /* of its source object's references, or NULL */
	bool answers;      /* it has a callback, and no source has been attached for that yet */
	uint64_t asked;    /* by whom and for the how-many-eth time, 0: not known */
};

static struct table tasks; /* by address */

static bool make_room(void)
{
	return table_init(&tasks, sizeof(struct task), TASKS);
}

void *on_task_new(void *source, void *cancellable, void (*callback)(void *, void *, void *), void *data)
{
	static struct once made;
	void *task = glib.task_new(source, cancellable, callback, data);
	int saved = errno;
	if (task && (callback || source) && glib_hooks_on() && once(&made, make_room)) {
		struct thread *t = callback ? nest_thread(HERE) : NULL;
		struct task k = { source ? glib_count_of(source) : NULL, callback, t ? label_asked(t, "GTask") : 0 };
		table_put(&tasks, (uintptr_t)task, &k);
	}
	errno = saved;
	return task;
}

const void *task_of(GSource *source, const void **count, uint64_t *asked)
{
	GSourceFunc function = NULL;
	gpointer data = NULL;
	struct task k;
	*count = NULL;
	/* A time limit keeps the task, too (a call on D-Bus), and is no answer as long as it has not passed. */
	if (source->source_funcs == glib.timeout || !source->callback_funcs || !source->callback_funcs->get)
		return NULL;
	source->callback_funcs->get(source->callback_data, source, &function, &data);
	if (!data || !table_take(&tasks, (uintptr_t)data, &k) || !k.answers)
		return NULL;
	*count = k.count;
	*asked = k.asked;
	return data;
}

const void *task_holds(const void *task)
{
	struct task k;
	return task && table_get(&tasks, (uintptr_t)task, &k) ? k.count : NULL;
}
