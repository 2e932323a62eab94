/* tasks.c: which GTask a source of GIO's answers.
 *
 * An asynchronous call of GIO makes a GTask, and whoever has its result attaches a source with the
 * task, which keeps a reference to it: a thread that serves all may be the one. The task is the
 * receiver of that event, and comes before it.
 */
#include "glibhooks.h"

#include <loopcore/arena.h>
#include <loopcore/once.h>

#include <errno.h>

enum { TASKS = 1 << 14 };

static struct table tasks; /* by address */

static bool make_room(void)
{
	return table_init(&tasks, sizeof(char), TASKS);
}

void *on_task_new(void *source, void *cancellable, void (*callback)(void *, void *, void *), void *data)
{
	static struct once made;
	void *task = glib.task_new(source, cancellable, callback, data);
	int saved = errno;
	if (task && callback && glib_hooks_on() && once(&made, make_room))
		table_put(&tasks, (uintptr_t)task, "");
	errno = saved;
	return task;
}

const void *task_of(GSource *source)
{
	GSourceFunc function = NULL;
	gpointer data = NULL;
	if (!source->callback_funcs || !source->callback_funcs->get)
		return NULL;
	source->callback_funcs->get(source->callback_data, source, &function, &data);
	return data && table_take(&tasks, (uintptr_t)data, NULL) ? data : NULL;
}
