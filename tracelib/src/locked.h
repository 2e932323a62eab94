/* locked.h: what must not be left half-way, and a lock held to the end of a scope.
 *
 * Rules: while one of our locks is held, or a block changes its place, the thread is
 * neither cancelled (a cancellation waits until we are out, see sr_leave) nor
 * interrupted by a signal whose handler might jump away: nobody would ever open the
 * lock again, or the block would be in the file twice. Signals of faults stay open; a
 * fault in here is our own and has to be seen. So nothing unwinds while it is held:
 * the scope ends by return.
 */
#ifndef SR_LOCKED_H
#define SR_LOCKED_H
#include <sparserec/lock.h>
#include "recorder.h"
#include <pthread.h>
#include <signal.h>

static inline sigset_t sr_hush(void)
{
	static const int faults[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS };
	sigset_t all, before;

	sigfillset(&all);
	for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++)
		sigdelset(&all, faults[i]);
	sr_cancel_off();
	pthread_sigmask(SIG_BLOCK, &all, &before);
	return before;
}

/* Who is inside gives cancellation back when it leaves. */
static inline void sr_unhush(sigset_t *before)
{
	pthread_sigmask(SIG_SETMASK, before, NULL);
	if (sr_guard() == SR_FREE)
		sr_cancel_restore();
}

#define SR_UNINTERRUPTED __attribute__((cleanup(sr_unhush))) sigset_t sr_mask_before = sr_hush()

struct sr_locked {
	struct sr_lock *lock;
	sigset_t before;
};

static inline struct sr_locked sr_take(struct sr_lock *lock)
{
	struct sr_locked held = { lock, sr_hush() };

	sr_lock(lock);
	return held;
}

static inline void sr_give(struct sr_locked *held)
{
	sr_unlock(held->lock);
	sr_unhush(&held->before);
}

#define SR_LOCKED(lock) __attribute__((cleanup(sr_give))) struct sr_locked sr_locked_here = sr_take(lock)
#endif
