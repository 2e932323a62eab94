/* pool_tasks.h: tasks that somebody gives to a pool of threads, as events.
 *
 * A task is enqueued by whoever gives it; its handler is what a thread of the pool runs for it. A pool
 * says by what of its own it knows a task, its key. Rule: of one key that is given again before its
 * run it is not known which of them a run comes of, and nothing is recorded of either.
 */
#ifndef LOOPCORE_POOL_TASKS_H
#define LOOPCORE_POOL_TASKS_H
#include <loopcore/arena.h>
#include <loopcore/nest.h>

/* A record of a table by key. */
struct pool_task {
	uint64_t event, label; /* 0: it was given again before its run */
	uint32_t runs;         /* that are to come */
};

/* To be called before the pool has it, for it may run at once. `same`: what is known by that key
 * waits in the pool, too; else it never ran. False: its run is not to be looked at. */
bool pool_task_given(struct table *tasks, uint64_t key, bool same, struct thread *t, const char *class_name,
		     const char *what, const void *stack);
/* The pool has not taken it. */
bool pool_task_refused(struct table *tasks, uint64_t key);
/* A thread of the pool has come to it. True: no more runs are to come of that key. */
bool pool_task_comes(struct table *tasks, uint64_t key, struct pool_task *k);
/* Then, its run begins: in a handler of its own, unless it is called by another handler. A schedule
 * may hold the thread here, and what the task uses may go meanwhile. */
void pool_task_begins(const struct pool_task *k, struct scope *s, const void *stack);
#endif
