/* heap.c: what a malloc and a free cost, in pairs, with random sizes and lifetimes, and
 * freed by another thread; and a scan of waiting frames. In processor time of the
 * thread. Run it plainly for glibc's heap, with libsparsestock.so preloaded for ours;
 * stocklib/bench/heap does both, side by side. With the argument "start" it ends at
 * once. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCH = 64, SLOTS = 4096, MADE = 1 << 16, PAIRS = 1 << 20, SCANS = 2000, ROUNDS = 9, DEPTH = 60 };

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

/* Sizes as GUI programs have them: mostly small, a few of some kilobytes. */
static size_t some_size(uint64_t *seed)
{
	uint64_t x = *seed = *seed * 6364136223846793005u + 1442695040888963407u;

	return (x >> 60) == 0 ? (x >> 33) % 8192 : 16 + (x >> 33) % 240;
}

static double lifetimes(void)
{
	static void *volatile slots[SLOTS];
	uint64_t seed = 1;
	double start = now();

	for (int i = 0; i < PAIRS; i++) {
		size_t n = some_size(&seed);
		void *volatile *slot = &slots[seed >> 40 & (SLOTS - 1)];

		free(*slot);
		*slot = malloc(n);
	}
	return (now() - start) / PAIRS;
}

/* What one thread makes, another frees: the blocks go home by way of both. */
static void *volatile made[MADE];

static void *maker(void *took)
{
	uint64_t seed = 2;
	double start = now();

	for (int i = 0; i < MADE; i++)
		made[i] = malloc(some_size(&seed));
	*(double *)took = now() - start;
	return NULL;
}

static double across(void)
{
	pthread_t other;
	double making = 0, start;

	if (pthread_create(&other, NULL, maker, &making) != 0 || pthread_join(other, NULL) != 0)
		return 0;
	start = now();
	for (int i = 0; i < MADE; i++)
		free(made[i]);
	return (making + now() - start) / MADE;
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

static void measure(const char *what, double (*once)(void), const char *unit)
{
	double took[ROUNDS];

	for (int i = 0; i < ROUNDS; i++)
		took[i] = once();
	qsort(took, ROUNDS, sizeof *took, by_size);
	printf("%s: median %.1f %s, %.1f to %.1f of %d\n", what, took[ROUNDS / 2], unit, took[0], took[ROUNDS - 1], ROUNDS);
}

static double scan_once(void)
{
	void *object = malloc(64);
	double took = scans(DEPTH, object);

	free(object);
	return took;
}

int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "start") == 0)
		return 0;
	measure("malloc and free, a pair", pairs, "ns");
	measure("with random sizes and lifetimes", lifetimes, "ns");
	measure("freed by another thread", across, "ns");
	*(void **)&scan = dlsym(RTLD_DEFAULT, "__sparse_stock_pause");
	if (!scan)
		return 0;
	measure("scan of some 60 frames", scan_once, "us");
	printf("%lu holds told\n", told);
	return 0;
}
