/* Threads that access memory after the recorder's own end of the thread: the destructor of a
 * key that is younger than the recorder's runs after it in the last round. */
#include "sparserec/instrument.h"
#include <limits.h>
#include <pthread.h>
#include <stdio.h>

static pthread_key_t key;
static char early, seen[8 * 64], read_there, ranged[64], commuted[8], used;

static void last(void *x)
{
	static __thread int rounds;
	char own = 0;

	if (++rounds < PTHREAD_DESTRUCTOR_ITERATIONS) {
		pthread_setspecific(key, x);
		return;
	}
	for (int i = 0; i < 64; i++)
		__sparse_write8(seen + 8 * i);
	__sparse_read1(&read_there);
	__sparse_write_range(ranged, sizeof ranged);
	__sparse_commute4(commuted, 1);
	__sparse_use(&used);
	__sparse_write1(&own);
	__sparse_handed(&used);
}

static void *accesses(void *x)
{
	__sparse_write1(&early);
	if (x)
		pthread_setspecific(key, x);
	return NULL;
}

static void run(void *x)
{
	pthread_t t;

	if (pthread_create(&t, NULL, accesses, x) == 0)
		pthread_join(t, NULL);
}

int main(void)
{
	run(NULL); /* the recorder's key is older */
	pthread_key_create(&key, last);
	for (int i = 0; i < 10; i++)
		run(&key);
	printf("%p %p %p %p %p %p\n", (void *)&early, (void *)seen, (void *)&read_there, (void *)ranged, (void *)commuted, (void *)&used);
	return 0;
}
