/* waits.c: waits of the main thread for what other threads do: QThreadPool::waitForDone,
 * QFuture's, QThread::wait. Each leaves an event that is never delivered (`Waited`) where it
 * is over, and none where the time was. It does not say for what: `sparseracer convert --tasks`
 * takes all that other threads had done by then to come before it. Where nothing had to be
 * waited for it is left, too: had the task been late, the wait would have taken longer.
 * Who looks whether a QThread or a QFuture is over, and finds so, leaves another one (`Over`), of that
 * thread, or of the task that has said of that future that it is over (on_report_finished).
 */
#include "waits.h"

#include <loopcore/waited.h>

#include "points.h"

bool on_wait_for_done(void *pool, int ms)
{
	bool done = qt.wait_for_done(pool, ms);
	if (done)
		waited(HERE);
	return done;
}

bool on_wait_for_done_until(void *pool, int64_t time, int64_t type_and_rest)
{
	bool done = qt.wait_for_done_until(pool, time, type_and_rest);
	if (done)
		waited(HERE);
	return done;
}

void on_wait_for_finished(void *future)
{
	qt.wait_for_finished(future);
	waited(HERE);
}

void on_wait_for_result(void *future, int index)
{
	qt.wait_for_result(future, index);
	waited(HERE);
}

bool on_thread_wait(void *thread, unsigned long ms)
{
	bool done = qt.thread_wait(thread, ms);
	if (done)
		waited(HERE);
	return done;
}

bool on_future_running(const void *future)
{
	bool running = qt.future_running(future);
	if (!running && qt.future_finished && qt.future_finished(future)) /* neither is one that has not begun */
		found_over(HERE, future_shared(future));
	return running;
}

bool on_future_finished(const void *future)
{
	bool finished = qt.future_finished(future);
	if (finished)
		found_over(HERE, future_shared(future));
	return finished;
}

bool on_thread_running(const void *thread)
{
	bool running = qt.thread_running(thread);
	if (!running)
		found_over(HERE, thread);
	return running;
}

bool on_thread_finished(const void *thread)
{
	bool finished = qt.thread_finished(thread);
	if (finished)
		found_over(HERE, thread);
	return finished;
}

bool on_thread_wait_until(void *thread, int64_t time, int64_t type_and_rest)
{
	bool done = qt.thread_wait_until(thread, time, type_and_rest);
	if (done)
		waited(HERE);
	return done;
}
