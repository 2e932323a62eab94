/* heap.c: what a malloc and a free cost, and a scan of waiting frames, in processor
 * time of the thread. Run it plainly for glibc's heap, with libsparsestock.so
 * preloaded for ours:
 *   cc -O2 -rdynamic -o heap stocklib/bench/heap.c && ./heap
 *   LD_PRELOAD=lib/libsparsestock.so SPARSERACER_OPTIONS= ./heap */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BATCH = 64, PAIRS = 1 << 20, SCANS = 2000, ROUNDS = 9, DEPTH = 60 };

/* Looked up by name: who calls the recorder by name counts as instrumented. */
static void (*scan)(uintptr_t from, uintptr_t to);
static unsigned long told;

/* In the recorder's place. */
__attribute__((visibility("default"))) int sparse_active(void) { return 1; }
__attribute__((visibility("default"))) void __sparse_hold(const void *p, size_t n, const void *attrs, uint32_t nattrs,
							   const uint64_t *pcs, uint32_t npcs)
{
	(void)p, (void)n, (void)attrs, (void)nattrs, (void)pcs, (void)npcs;
	told++;
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static double pairs(void)
{
	static void *volatile held[BATCH];
	double start = now();

	for (int i = 0; i < PAIRS / BATCH; i++) {
		for (int k = 0; k < BATCH; k++)
			held[k] = malloc(16 + (size_t)(k * 37 % 500));
		for (int k = 0; k < BATCH; k++)
			free(held[k]);
	}
	return (now() - start) / PAIRS;
}

static __attribute__((noinline)) double scans(int depth, void *volatile object)
{
	double start, took;

	if (depth) {
		took = scans(depth - 1, object);
		*(volatile char *)object += 1; /* it is used later */
		return took;
	}
	start = now();
	for (int i = 0; i < SCANS; i++)
		scan(0, UINTPTR_MAX);
	return (now() - start) / SCANS / 1000;
}

static int by_size(const void *a, const void *b) { return *(const double *)a > *(const double *)b ? 1 : -1; }

static void show(const char *what, double *d, const char *unit)
{
	qsort(d, ROUNDS, sizeof *d, by_size);
	printf("%s: median %.1f %s, %.1f to %.1f of %d\n", what, d[ROUNDS / 2], unit, d[0], d[ROUNDS - 1], ROUNDS);
}

int main(void)
{
	double took[ROUNDS];

	for (int i = 0; i < ROUNDS; i++)
		took[i] = pairs();
	show("malloc and free, a pair", took, "ns");
	*(void **)&scan = dlsym(RTLD_DEFAULT, "__sparse_stock_pause");
	if (!scan)
		return 0;
	for (int i = 0; i < ROUNDS; i++)
		took[i] = scans(DEPTH, malloc(64));
	show("scan of some 60 frames", took, "us");
	printf("%lu holds told\n", told);
	return 0;
}
