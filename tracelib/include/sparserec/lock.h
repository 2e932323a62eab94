/* lock.h: a lock for the slow paths (new block, new string, module table).
 *
 * Three states, as futex locks go: free, taken, taken with sleepers. It needs
 * no initialisation, can be reset in a forked child, and is only ever taken
 * with the reentrancy flag held, so no signal handler can meet it half-way.
 * errno is the program's: to wait and to wake leave it alone.
 */
#ifndef SR_LOCK_H
#define SR_LOCK_H
#include <errno.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

struct sr_lock { _Atomic uint32_t word; };

static inline void sr_lock_waits(struct sr_lock *l)
{
	int saved = errno;

	while (atomic_exchange(&l->word, 2) != 0)
		syscall(SYS_futex, &l->word, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
	errno = saved;
}

static inline void sr_lock(struct sr_lock *l)
{
	uint32_t seen = 0;

	if (!atomic_compare_exchange_strong(&l->word, &seen, 1))
		sr_lock_waits(l);
}

static inline void sr_lock_wakes(struct sr_lock *l)
{
	int saved = errno;

	syscall(SYS_futex, &l->word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
	errno = saved;
}

static inline void sr_unlock(struct sr_lock *l)
{
	if (atomic_exchange(&l->word, 0) == 2)
		sr_lock_wakes(l);
}
#endif
