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
void shared_lock_waits(struct shared_lock *l); /* another thread has it */
void shared_lock_wakes(struct shared_lock *l); /* another thread wants it */

/* False: given up, nothing is locked. A lock that nobody wants costs no call. */
static inline bool shared_lock(struct shared_lock *l)
{
	uint32_t seen = 0;
	if (l->given_up)
		return false;
	if (!atomic_compare_exchange_strong(&l->lock.word, &seen, 1))
		shared_lock_waits(l);
	return true;
}

static inline void shared_unlock(struct shared_lock *l)
{
	if (atomic_exchange(&l->lock.word, 0) == 2)
		shared_lock_wakes(l);
}
#endif
