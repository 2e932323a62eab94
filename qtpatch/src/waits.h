/* waits.h: where the main thread has waited for others by Qt. */
#ifndef SPARSEQT_WAITS_H
#define SPARSEQT_WAITS_H
#include <stdbool.h>
#include <stdint.h>

/* What a QFuture and all its copies share: the only member of QFutureInterfaceBase, which is a base of
 * classes of the program's, so its place is part of Qt's binary interface. */
static inline const void *future_shared(const void *future)
{
	return ((void *const *)future)[1];
}

bool on_wait_for_done(void *pool, int ms);
bool on_wait_for_done_until(void *pool, int64_t time, int64_t type_and_rest);
void on_wait_for_finished(void *future);
void on_wait_for_result(void *future, int index);
bool on_thread_wait(void *thread, unsigned long ms);
bool on_future_running(const void *future);
bool on_future_finished(const void *future);
bool on_thread_running(const void *thread);
bool on_thread_finished(const void *thread);
bool on_thread_wait_until(void *thread, int64_t time, int64_t type_and_rest);
#endif
