/* Threads that start each other, that end in every way, and one that cannot be made.
 * Exits with the number of the first check that fails. */
#define _GNU_SOURCE
#include "sparserec/sparserec.h"
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>
#include <unistd.h>

enum { QUIET = 40, CROWD = 200 };
static char inner, outer, first, unseen, waiting;
static sem_t begun, never;

static void *innermost(void *arg)
{
	sparse_write(&inner, 1);
	pthread_exit(arg);
}

static void *starter(void *arg)
{
	pthread_t t;
	void *result;

	sparse_write(&outer, 1);
	if (pthread_create(&t, NULL, innermost, &inner) != 0 || pthread_join(t, &result) != 0)
		return NULL;
	return result == &inner ? arg : NULL;
}

static void *waits(void *arg)
{
	sparse_write(&waiting, 1);
	sem_post(&begun);
	sem_wait(&never);
	return arg;
}

static void *detached(void *arg)
{
	sparse_write(&first, 1);
	sem_post(&begun);
	return arg;
}

static void *quiet(void *arg) { return arg; }

static int from_c11(void *arg)
{
	sparse_write(arg, 1);
	return 7;
}

static int too_large(void)
{
	pthread_attr_t attr;
	pthread_t t;
	int error;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, (size_t)1 << 50);
	errno = 33;
	error = pthread_create(&t, &attr, quiet, NULL);
	pthread_attr_destroy(&attr);
	return error != 0 ? error : -1;
}

static int has_small_stack(void)
{
	pthread_attr_t attr;
	pthread_t t;
	size_t size = 0;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 192 << 10);
	if (pthread_create(&t, &attr, quiet, &attr) != 0)
		return 0;
	pthread_attr_destroy(&attr);
	if (pthread_getattr_np(t, &attr) == 0)
		pthread_attr_getstacksize(&attr, &size);
	pthread_attr_destroy(&attr);
	return pthread_join(t, NULL) == 0 && size == 192 << 10;
}

int main(void)
{
	pthread_t t, all[CROWD];
	pthread_attr_t attr;
	void *result;
	thrd_t other;
	int i, r;

	sem_init(&begun, 0, 0);
	sem_init(&never, 0, 0);
	printf("%p %p %p %p %p\n", (void *)&inner, (void *)&outer, (void *)&first, (void *)&unseen, (void *)&waiting);
	fflush(stdout);
	if (pthread_create(&t, NULL, starter, &outer) != 0 || pthread_join(t, &result) != 0 || result != &outer)
		return 1;
	for (i = 0; i < QUIET; i++)
		if (pthread_create(&t, NULL, quiet, NULL) != 0 || pthread_join(t, NULL) != 0)
			return 2;
	if (too_large() != EAGAIN)
		return 3;
	if (!has_small_stack())
		return 4;
	if (pthread_create(&t, NULL, waits, NULL) != 0 || sem_wait(&begun) != 0 || pthread_cancel(t) != 0 ||
	    pthread_join(t, &result) != 0 || result != PTHREAD_CANCELED)
		return 5;
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	if (pthread_create(&t, &attr, detached, NULL) != 0 || sem_wait(&begun) != 0)
		return 6;
	if (thrd_create(&other, from_c11, &unseen) != thrd_success || thrd_join(other, &r) != thrd_success || r != 7)
		return 7;
	for (i = 0; i < CROWD; i++)
		if (pthread_create(&all[i], NULL, innermost, &all[i]) != 0)
			return 8;
	for (i = 0; i < CROWD; i++)
		if (pthread_join(all[i], &result) != 0 || result != &all[i])
			return 9;
	return 0;
}
