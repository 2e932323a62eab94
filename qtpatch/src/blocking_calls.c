/* blocking_calls.c: a thread that waits for the handler of what it has just posted.
 *
 * Qt::BlockingQueuedConnection posts a call to the receiver's thread and acquires a
 * semaphore that the call's event releases when it is destroyed: after its handler, or without
 * one, if the receiver is gone. So what QtCore itself acquires right after it has posted a call
 * is such a wait, and recorded as a join where the thread goes on. Rule: what the main thread
 * waits for is not recorded, for other threads' handlers have no blocks. A QtCore that waits in
 * another way says nothing, and its calls order nothing.
 */
#include "blocking_calls.h"

#include "points.h"
#include <loopcore/waited.h>

#include <errno.h>

static __thread uint64_t posted __attribute__((tls_model("initial-exec")));
static uintptr_t core_start, core_end;

void blocking_calls_init(const struct object *core)
{
	core_start = core->start;
	core_end = core->end;
}

void blocking_call_posted(uint64_t event)
{
	posted = event;
}

void on_semaphore_acquire(void *semaphore, int n)
{
	uintptr_t caller = (uintptr_t)__builtin_return_address(0);
	uint64_t call = caller >= core_start && caller < core_end ? posted : 0;
	posted = 0;
	qt.semaphore_acquire(semaphore, n);
	waited(HERE);
	if (call) {
		int saved = errno;
		struct thread *t = nest_thread(HERE);
		if (t && !t->is_main)
			emit_join(call);
		errno = saved;
	}
}
