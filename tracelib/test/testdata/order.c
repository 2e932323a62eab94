/* A second thread frees; the first one, which records nothing in between but
 * knows that it happened, reads. Prints the address that is read. */
#include "sparserec/instrument.h"
#include "sparserec/sparserec.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static char freed[64], later[64], before[64];
static atomic_int step;

static void *work(void *arg)
{
	sparse_alloc(freed, 64);
	atomic_store(&step, 1);
	while (atomic_load(&step) != 2)
		;
	sparse_free(freed);
	atomic_store(&step, 3);
	while (atomic_load(&step) != 4)
		;
	return arg;
}

int main(void)
{
	pthread_t t;

	printf("%p %p %p\n", (void *)freed, (void *)before, (void *)later);
	fflush(stdout);
	pthread_create(&t, NULL, work, NULL);
	while (atomic_load(&step) != 1)
		;
	__sparse_read1(before);
	atomic_store(&step, 2);
	while (atomic_load(&step) != 3)
		;
	__sparse_read1(later);
	atomic_store(&step, 4);
	pthread_join(t, NULL);
	return 0;
}
