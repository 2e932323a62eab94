/* timers.h: Qt's timers, by their ids, and their operations.
 *
 * Rule: an entry is removed when its timer is killed, for ids are used again.
 */
#ifndef SPARSEQT_TIMERS_H
#define SPARSEQT_TIMERS_H
#include <loopcore/pending.h>

bool timers_init(void);
/* registerTimer has returned `id`. */
void timer_armed(struct thread *t, int id, int interval, int type, const void *object);
bool timer_find(int id, struct timer *timer);
/* The timer fires: emits its deq and the next firing's enq. */
void timer_fires(struct timer *timer, struct label *l);
/* How long it is until one of them is due that is not due yet, ns; 0 = there is none. */
uint64_t timers_due(uint64_t now);
void timer_killed(int id);
void timers_killed(const void *object);
#endif
