/* waited.h: where the main thread has waited for others. */
#ifndef LOOPCORE_WAITED_H
#define LOOPCORE_WAITED_H
#include <stdbool.h>

/* The main thread goes on after a wait; of other threads nothing is recorded. It leaves an event
 * that is never delivered (`Waited`) and does not say for what. */
void waited(const void *stack);

/* The main thread has looked whether a thread or a task is over, and found so (`Over`): the thread that
 * was given this object when it started, or the task that has said so of it. */
void found_over(const void *stack, const void *object);

/* A task of any thread says that it is over (`Done`), by an object that others look at. */
void says_over(const void *stack, const void *object);

/* The main thread begins to wait, for a condition or what else stands for it, and goes on. Of other threads nothing is
 * noted. What it waited for outside of that is given, and handed back. */
const void *wait_begins(const void *condition);
void wait_ends(const void *stack, const void *condition, const void *outer);

/* Who waits for the condition goes on. Of the main thread that is said (`Done`), and looked at where its wait ends (`Over`). */
void wakes(const void *stack, const void *condition);

/* The main thread waits for what others do, this thread maybe, and nobody has woken it. It does not wait for this one, which
 * has woken it before, where one other thread alone has from that condition. */
bool main_waits(void);
#endif
