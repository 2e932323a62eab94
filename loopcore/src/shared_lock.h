/* shared_lock.h: a lock over what all threads share, which a forked child never waits for.
 *
 * A child has one thread. What another one of its parent had locked at that moment stays half
 * changed for ever: the child gives it up, and looks at nothing of it. Nothing here goes
 * through malloc or is a cancellation point; errno stays.
 */
#ifndef LOOPCORE_SHARED_LOCK_H
#define LOOPCORE_SHARED_LOCK_H
#include <loopcore/arena.h>

/* Of a zeroed lock that is never gone, before anybody locks it. */
void shared_lock_init(struct shared_lock *l);
/* False: given up, nothing is locked. */
bool shared_lock(struct shared_lock *l);
void shared_unlock(struct shared_lock *l);
#endif
