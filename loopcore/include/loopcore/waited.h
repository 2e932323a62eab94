/* waited.h: where the main thread has waited for others. */
#ifndef LOOPCORE_WAITED_H
#define LOOPCORE_WAITED_H

/* The main thread goes on after a wait; of other threads nothing is recorded. It leaves an event
 * that is never delivered (`Waited`) and does not say for what. */
void waited(const void *stack);

/* The main thread has looked whether a thread or a task is over, and found so (`Over`): the thread that
 * was given this object when it started, or the task that has said so of it. */
void found_over(const void *stack, const void *object);

/* A task of any thread says that it is over (`Done`), by an object that others look at. */
void says_over(const void *stack, const void *object);
#endif
