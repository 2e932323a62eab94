/* Records until it is killed: four threads write on and on, and start short-lived
 * threads that do, too. argv[1] is mapped: entry n there says how many writes the
 * n-th thread has recorded for certain; a thread's writes go to bases[n] + 0, 1, … */
#include "sparserec/sparserec.h"
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MAX = 4096, SHIFT = 32 };
static _Atomic uint64_t *done;
static _Atomic uint32_t started;

/* Steps of many sizes, so that blocks do not shrink to nothing. */
static void work(uint64_t writes)
{
	uint32_t me = atomic_fetch_add(&started, 1);
	uint64_t i;

	for (i = 0; me < MAX && i < writes; i++) {
		sparse_write((const void *)((uint64_t)(me + 1) << SHIFT), 1 + i);
		atomic_store(&done[me], i + 1);
	}
}

static void *short_life(void *arg)
{
	work(500);
	return arg;
}

static void *long_life(void *arg)
{
	work(UINT64_MAX);
	return arg;
}

int main(int argc, char **argv)
{
	int d = argc > 1 ? open(argv[1], O_RDWR | O_CREAT, 0600) : -1;
	pthread_t t;

	if (d < 0 || ftruncate(d, MAX * sizeof *done) != 0)
		return 1;
	done = mmap(NULL, MAX * sizeof *done, PROT_READ | PROT_WRITE, MAP_SHARED, d, 0);
	if (done == MAP_FAILED)
		return 1;
	for (int i = 0; i < 3; i++)
		pthread_create(&t, NULL, long_life, NULL);
	puts("go");
	fflush(stdout);
	for (;;) {
		pthread_create(&t, NULL, short_life, NULL);
		pthread_join(t, NULL);
	}
}
