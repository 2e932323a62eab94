/* Who waits for a lock of ours, and is interrupted there, finds its errno as it was. */
#include "sparserec/lock.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>

static struct sr_lock lock;
static _Atomic int left;

static void handler(int n) { (void)n; }

static void *waits(void *unused)
{
	errno = 77;
	sr_lock(&lock);
	left = errno;
	sr_unlock(&lock);
	return unused;
}

int main(void)
{
	struct sigaction act = { .sa_handler = handler };
	pthread_t t;

	if (sigaction(SIGUSR1, &act, NULL) != 0)
		return 2;
	sr_lock(&lock);
	if (pthread_create(&t, NULL, waits, NULL) != 0)
		return 2;
	while (atomic_load(&lock.word) != 2)
		usleep(100);
	for (int i = 0; i < 100; i++) { /* the call that waits fails with EINTR, and once woken with EAGAIN */
		pthread_kill(t, SIGUSR1);
		usleep(300);
	}
	errno = 78;
	sr_unlock(&lock);
	if (errno != 78)
		puts("to wake changed errno");
	pthread_join(t, NULL);
	printf("errno %d\n", left);
	return left != 77;
}
