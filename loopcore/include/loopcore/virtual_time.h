/* virtual_time.h: virtual time for timers, if the schedule says so (`fast`), or once the
 * player of a session has let some pass.
 *
 * With `fast`, timers fire as soon as the program has nothing else to do: while its main thread
 * would sleep, the time that its timers are measured by goes ahead. Rules: timers and
 * the pace of played input see that time, everything else the real one; the backend
 * makes a step only when a turn of the loop has delivered nothing, of at most
 * VIRTUAL_STEP, and leaves threads and other processes some real time; the order of
 * timers is the backend's own.
 */
#ifndef LOOPCORE_VIRTUAL_TIME_H
#define LOOPCORE_VIRTUAL_TIME_H
#include <loopcore/thread.h>

enum { VIRTUAL_STEP = 20000000 /* ns */ };

/* The time of timers, ns; the real one without virtual time. */
uint64_t virtual_now(void);
/* By how much it is ahead of the real one, ns. */
uint64_t virtual_ahead(void);
/* The main thread lets so much of it pass at once, if it is virtual. */
void virtual_forward(uint64_t ns);
/* So much passes, on whatever thread this is. */
void virtual_pass(uint64_t ns);
/* Will any thread see it? */
bool virtual_may_be_on(void);
/* Does this thread see it? */
bool virtual_is_on(const struct thread *t);
/* Never again: the backend cannot bring it about. */
void virtual_refuse(void);
/* Something was delivered: the program is not idle. */
void virtual_delivers(void);
/* Was nothing delivered since the last time this was asked? */
bool virtual_was_idle(void);
#endif
