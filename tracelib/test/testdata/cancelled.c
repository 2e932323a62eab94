/* Threads that are cancelled while they allocate and access memory. A deferred
 * cancellation must not act in there: it would leave the program's lock shut. An
 * asynchronous one may act anywhere in the program's code, and leaves the recorder
 * whole; one that was sent before the recorder put cancellation off, and arrives after
 * that (late), waits, too. Prints how many ended with the lock shut, and how many in the
 * recorder. */
#define _GNU_SOURCE
#include "sparserec/instrument.h"
#include "sparserec/sparserec.h"
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 40, CELLS = 1 << 16 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int inside, ended_inside;
static __thread int late; /* 1: to be cancelled as soon as signals are blocked */
static atomic_int wanted, sent; /* by such a thread; by the main thread */
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

/* The recorder masks signals where it must not be cancelled. The signal of a cancellation
 * that comes then is under way until they are unmasked. */
int pthread_sigmask(int how, const sigset_t *set, sigset_t *before)
{
	int (*real)(int, const sigset_t *, sigset_t *) = dlsym(RTLD_NEXT, "pthread_sigmask");
	int error = real(how, set, before);

	if (late && how == SIG_BLOCK) {
		late = 0;
		ended_inside++;
		wanted = 1;
		while (!sent)
			sched_yield();
		ended_inside--;
	}
	return error;
}

static void *lately(void *arg)
{
	__sparse_write8(cells);
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
	late = 1;
	for (unsigned i = 0;; i++)
		__sparse_write8(cells + 8 * (i * 7919 % CELLS));
	return arg;
}

static void *(*routine(const char *how))(void *)
{
	return strcmp(how, "asynchronous") == 0 ? asynchronous : strcmp(how, "late") == 0 ? lately : deferred;
}

int main(int argc, char **argv)
{
	int shut = 0;

	if (argc < 2)
		return 2;
	alarm(60);
	for (int k = 0; k < THREADS; k++) {
		struct timespec wait = { 0, 300000 + k * 7919 % 5 * 700000 };
		void *(*f)(void *) = k ? routine(argv[1]) : deferred; /* the first one has glibc handle the signal */
		pthread_t t;

		wanted = sent = 0;
		pthread_create(&t, NULL, f, NULL);
		nanosleep(&wait, NULL);
		while (f == lately && !wanted)
			sched_yield();
		pthread_cancel(t);
		sent = 1;
		pthread_join(t, NULL);
		shut += inside;
		if (inside) {
			inside = 0;
			pthread_mutex_unlock(&lock);
		}
	}
	printf("shut %d, inside %d\n", shut, ended_inside);
	return 0;
}
