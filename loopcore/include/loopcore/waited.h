/* waited.h: where the main thread has waited for others. */
#ifndef LOOPCORE_WAITED_H
#define LOOPCORE_WAITED_H

/* The main thread goes on after a wait; of other threads nothing is recorded. It leaves an event
 * that is never delivered (`Waited`) and does not say for what. */
void waited(const void *stack);
#endif
