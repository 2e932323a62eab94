/* main, and a thread, have a window on their stack and run their default loop below it.
 * Addresses of both, and of a handler's own memory, go to stdout. */
#include "sparserec/instrument.h"
#include "sparserec/sparserec.h"
#include <pthread.h>
#include <stdio.h>

static char *own, *in_thread;

__attribute__((noinline)) static void handler(char *window, int end)
{
	uint64_t e = sparse_new_id();
	char mine[64] __attribute__((aligned(16)));

	sparse_deq(e, NULL);
	own = mine;
	__sparse_write8(own);
	__sparse_write8(window + 8);
	if (end) {
		__sparse_read4(window + 16);
		__sparse_destroyed(window, 32);
		__sparse_destroyed(own, 32);
	}
	sparse_end(e);
}

static void *worker(void *unused)
{
	uint64_t e = sparse_new_id();
	char window[64] __attribute__((aligned(16)));

	in_thread = window;
	__sparse_write8(window);
	sparse_enterloop();
	sparse_deq(e, NULL);
	__sparse_read4(window + 4);
	sparse_end(e);
	sparse_exitloop();
	__sparse_write8(window);
	return unused;
}

int main(void)
{
	char window[64] __attribute__((aligned(16)));
	pthread_t t;

	__sparse_write8(window + 8); /* start-up code's own */
	sparse_enterloop();
	handler(window, 1);
	handler(window, 0);
	sparse_exitloop();
	__sparse_write8(window + 8);
	__sparse_destroyed(window, 32);
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	printf("%p %p %p\n", (void *)window, (void *)own, (void *)in_thread);
	return 0;
}
