/* Threads that are cancelled while they allocate and access memory. A deferred
 * cancellation must not act in there: it would leave the program's lock shut. An
 * asynchronous one may act anywhere in the program's code, and leaves the recorder
 * whole. Prints how many ended with the lock shut. */
#include "sparserec/instrument.h"
#include "sparserec/sparserec.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 40, CELLS = 1 << 16 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int inside;
static char cells[8 * CELLS];

static void *deferred(void *arg)
{
	for (;;) {
		pthread_mutex_lock(&lock);
		inside = 1;
		for (int i = 0; i < 5000; i++)
			free(malloc(10 + (size_t)i % 700));
		inside = 0;
		pthread_mutex_unlock(&lock);
		pthread_testcancel();
	}
	return arg;
}

static void *asynchronous(void *arg)
{
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
	for (unsigned i = 0;; i++)
		__sparse_write8(cells + 8 * (i * 7919 % CELLS));
	return arg;
}

int main(int argc, char **argv)
{
	int shut = 0;

	alarm(60);
	for (int k = 0; k < THREADS; k++) {
		struct timespec wait = { 0, 300000 + k * 7919 % 5 * 700000 };
		pthread_t t;

		pthread_create(&t, NULL, argc > 1 && strcmp(argv[1], "asynchronous") == 0 ? asynchronous : deferred, NULL);
		nanosleep(&wait, NULL);
		pthread_cancel(t);
		pthread_join(t, NULL);
		shut += inside;
		if (inside) {
			inside = 0;
			pthread_mutex_unlock(&lock);
		}
	}
	printf("shut %d\n", shut);
	return 0;
}
