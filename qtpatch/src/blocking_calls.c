/* blocking_calls.c: a thread that waits for the handler of what it has just posted.
 *
 * Qt::BlockingQueuedConnection posts a call to the receiver's thread and acquires a
 * semaphore, or waits for a latch, that the call's event releases when it is destroyed: after
 * its handler, or without one, if the receiver is gone. So what QtCore itself waits for right
 * after it has posted a call is such a wait, and recorded as a join where the thread goes on.
 * Rule: a QtCore that waits in another way says nothing, and its calls order nothing; nor
 * does a latch that is open already. Of what the main thread waits for other threads' handlers
 * have no blocks; only `sparseracer convert --tasks` asks for it.
 */
#include "blocking_calls.h"

#include "points.h"
#include <loopcore/called.h>
#include <loopcore/waited.h>

#include <errno.h>

static __thread uint64_t posted __attribute__((tls_model("initial-exec")));
static struct object qtcore;

void blocking_calls_init(const struct object *core)
{
	qtcore = *core;
}

void blocking_call_posted(uint64_t event)
{
	posted = event;
}

static uint64_t posted_by(const void *caller)
{
	uint64_t call = posted && called_by(&qtcore, caller) ? posted : 0;
	posted = 0;
	return call;
}

static void is_over(uint64_t call, const void *stack)
{
	waited(stack);
	if (call) {
		int saved = errno;
		struct thread *t = nest_thread(stack);
		if (t)
			emit_join(call);
		errno = saved;
	}
}

void on_semaphore_acquire(void *semaphore, int n)
{
	uint64_t call = posted_by(__builtin_return_address(0));
	const void *outer = wait_begins(semaphore);
	qt.semaphore_acquire(semaphore, n);
	wait_ends(HERE, semaphore, outer);
	is_over(call, HERE);
}

void on_latch_wait(void *latch, int count)
{
	uint64_t call = posted_by(__builtin_return_address(0));
	const void *outer = wait_begins(latch);
	qt.latch_wait(latch, count);
	wait_ends(HERE, latch, outer);
	is_over(call, HERE);
}
