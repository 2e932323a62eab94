/* Sixteen threads allocate, resize, hand over and free each other's memory. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { THREADS = 16, ROUNDS = 3000, SLOTS = 64 };
static _Atomic(void *) slots[SLOTS];

static void *work(void *arg)
{
	unsigned seed = (unsigned)(size_t)arg + 1;

	for (int i = 0; i < ROUNDS; i++) {
		void *p = malloc(16 + rand_r(&seed) % 200);
		if (i % 3 == 0)
			p = realloc(p, 16 + rand_r(&seed) % 2000);
		free(atomic_exchange(&slots[rand_r(&seed) % SLOTS], p));
	}
	return NULL;
}

int main(void)
{
	pthread_t t[THREADS];

	for (size_t i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, work, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	for (int i = 0; i < SLOTS; i++)
		free(slots[i]);
	return 0;
}
