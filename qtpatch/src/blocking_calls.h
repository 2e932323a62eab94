/* blocking_calls.h: calls from one thread to another that wait for the other's handler. */
#ifndef SPARSEQT_BLOCKING_CALLS_H
#define SPARSEQT_BLOCKING_CALLS_H
#include <loopcore/elfsym.h>

void blocking_calls_init(const struct object *core);
/* The calling thread has posted a call of a slot (QMetaCallEvent). */
void blocking_call_posted(uint64_t event);

void on_semaphore_acquire(void *semaphore, int n);
void on_latch_wait(void *latch, int count); /* that is not open yet */
#endif
