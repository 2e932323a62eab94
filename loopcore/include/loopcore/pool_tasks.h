/* pool_tasks.h: tasks that somebody gives to a pool of threads, as events.
 *
 * A task is enqueued by whoever gives it; its handler is what a thread of the pool runs for it. A pool
 * says by what of its own it knows a task, its key. Rules: of one key that is given again before its
 * run it is not known which of them a run comes of, and nothing is recorded of either. Of a task in
 * parts, each of which is a run of the same key, the runs come in the order in which they were
 * given, as from one queue; all have the label of the first part, for any may do any share of the work.
 */
#ifndef LOOPCORE_POOL_TASKS_H
#define LOOPCORE_POOL_TASKS_H
#include <loopcore/arena.h>
#include <loopcore/nest.h>

enum { POOL_TASK_PARTS = 32 }; /* that wait at a time and are events */

/* A record of a table by key. */
struct pool_task {
	uint64_t task;  /* the event of its first run: no other task has it */
	uint64_t label; /* 0: it was given again before its run */
	uint64_t events[POOL_TASK_PARTS]; /* of the runs that are to come, 0: none */
	uint32_t runs;                    /* that are to come */
	uint32_t under_way;               /* of its parts */
};

/* POOL_TASK_AGAIN: what is known by that key waits in the pool, too; else it never ran.
 * POOL_TASK_PART: of the same task as what has that key and waits, or is under way. */
enum pool_task_as { POOL_TASK_NEW, POOL_TASK_AGAIN, POOL_TASK_FIRST_PART, POOL_TASK_PART };

/* To be called before the pool has it, for it may run at once. False: its run is not to be looked at. */
bool pool_task_given(struct table *tasks, uint64_t key, enum pool_task_as as, struct thread *t, const char *class_name,
		     const char *what, const void *stack);
/* The pool has not taken what was given last. True: no runs are to come of that key. */
bool pool_task_refused(struct table *tasks, uint64_t key);
struct pool_run {
	uint64_t event, label, task;
};

/* A thread of the pool has come to it. True: no more runs are to come of that key. `part`: of a
 * task in parts, and pool_task_over follows. */
bool pool_task_comes(struct table *tasks, uint64_t key, bool part, struct pool_run *k);
void pool_task_over(struct table *tasks, uint64_t key, const struct pool_run *k);
/* Then, its run begins: in a handler of its own, unless it is called by another handler. A schedule
 * may hold the thread here, and what the task uses may go meanwhile. */
void pool_task_begins(const struct pool_run *k, struct scope *s, const void *stack);
#endif
