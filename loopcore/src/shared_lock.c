/* shared_lock.c: see shared_lock.h. */
#include "shared_lock.h"

#include <pthread.h>

static struct shared_lock *_Atomic all;

static void child_of_fork(void)
{
	for (struct shared_lock *l = atomic_load(&all); l; l = l->next) {
		l->given_up |= atomic_load(&l->lock.word) != 0;
		atomic_store(&l->lock.word, 0);
	}
}

__attribute__((constructor)) static void load(void)
{
	pthread_atfork(NULL, NULL, child_of_fork);
}

void shared_lock_init(struct shared_lock *l)
{
	l->next = atomic_load(&all);
	while (!atomic_compare_exchange_weak(&all, &l->next, l))
		;
}

void shared_lock_waits(struct shared_lock *l)
{
	sr_lock(&l->lock);
}

void shared_lock_wakes(struct shared_lock *l)
{
	sr_lock_wakes(&l->lock);
}
