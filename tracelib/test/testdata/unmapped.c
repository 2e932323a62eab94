/* Looks at each range that is unmapped, by the recorder too: what is not mapped as a whole has been unmapped before,
 * and by now another thread may have mapped something of its own there. */
#define _GNU_SOURCE
#include "sparserec/instrument.h"
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { STACKS = 40000, THREADS = 3, PAGE = 4096, MOST = 1 << 20 };
static char cells[STACKS];
static _Atomic int unmapped, twice;

int munmap(void *p, size_t n)
{
	static __thread unsigned char resident[MOST];

	unmapped++;
	if (n / PAGE < MOST && mincore(p, n, resident) != 0 && errno == ENOMEM)
		twice++;
	return (int)syscall(SYS_munmap, p, n);
}

/* A stack of its own for each access: the thread's table of them grows. */
static void *work(void *arg)
{
	for (uintptr_t i = 0; i < STACKS; i++) {
		uint32_t before = __sparse_func_entry((void *)(0x1000 + 16 * i));

		__sparse_read1(cells + i);
		__sparse_func_exit(before);
	}
	return arg;
}

int main(void)
{
	pthread_t threads[THREADS];

	work(NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	printf("%s, %d twice\n", unmapped > 2 * THREADS ? "some" : "too few", twice);
	return 0;
}
