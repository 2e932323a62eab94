/* waits.h: where the main thread has waited for others by Qt. */
#ifndef SPARSEQT_WAITS_H
#define SPARSEQT_WAITS_H
#include <stdbool.h>
#include <stdint.h>

bool on_wait_for_done(void *pool, int ms);
bool on_wait_for_done_until(void *pool, int64_t time, int64_t type_and_rest);
void on_wait_for_finished(void *future);
void on_wait_for_result(void *future, int index);
bool on_thread_wait(void *thread, unsigned long ms);
bool on_thread_running(const void *thread);
bool on_thread_finished(const void *thread);
bool on_thread_wait_until(void *thread, int64_t time, int64_t type_and_rest);
#endif
