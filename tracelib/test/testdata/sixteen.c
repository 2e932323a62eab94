/* Sixteen threads pass a token round; who has it does one of everything: an
 * event, accesses, an allocation. In between all of them record at once. */
#include "sparserec/instrument.h"
#include "sparserec/sparserec.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 16, TURNS = 60, BETWEEN = 200 };
static _Atomic unsigned turn;
static char own[THREADS][BETWEEN][8], token[THREADS * TURNS][8];

static void one_turn(unsigned n)
{
	uint64_t e = n + 1;
	void *volatile p;

	__sparse_write8(token[n]);
	sparse_enq(e, NULL);
	sparse_deq(e, NULL);
	p = malloc(10000 + n);
	__sparse_read8(token[n]);
	free(p);
	sparse_end(e);
}

static void *work(void *arg)
{
	unsigned me = (unsigned)(uintptr_t)arg;

	for (unsigned n = me; n < THREADS * TURNS; n += THREADS) {
		for (int i = 0; i < BETWEEN; i++) {
			void *volatile p = malloc(20000 + me);

			sparse_write(own[me][i], 8);
			free(p);
		}
		while (atomic_load(&turn) != n)
			sched_yield();
		one_turn(n);
		atomic_store(&turn, n + 1);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[THREADS];

	printf("%p %p\n", (void *)token, (void *)own);
	fflush(stdout);
	for (uintptr_t i = 0; i < THREADS; i++)
		if (pthread_create(&t[i], NULL, work, (void *)i) != 0)
			return 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	return 0;
}
