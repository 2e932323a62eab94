/* heap.c: the heap under threads, forks and random sizes, against a model of its own:
 * every block is filled with its mark, which must stand until it is freed, and any
 * address in it must lead to it. Prints the seed; ends with 0 if all held. */
#define _GNU_SOURCE
#include "../../src/blocks.h"
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 4, LIVE = 400 };

struct slot { unsigned char *p; size_t n, align; unsigned char mark; };

static unsigned rounds;
static _Atomic int faults;
/* Blocks that another thread is to free. */
static _Atomic(void *) handed[64];

static uint64_t next(uint64_t *s)
{
	*s ^= *s << 13;
	*s ^= *s >> 7;
	return *s ^= *s << 17;
}

static size_t some_size(uint64_t *s)
{
	switch (next(s) % 16) {
	case 0: return next(s) % 3;
	case 1: return next(s) % (1 << 20);
	case 2: return next(s) % (40 << 10);
	case 3: return (size_t)1 << next(s) % 17;
	default: return next(s) % 600;
	}
}

static void fault(const char *what, const struct slot *b)
{
	fprintf(stderr, "%s: %p, %zu bytes, align %zu\n", what, (void *)b->p, b->n, b->align);
	faults++;
}

static void check(const struct slot *b, uint64_t *s)
{
	struct sk_block found;

	for (size_t i = 0; i < b->n; i += 1 + b->n / 8)
		if (b->p[i] != b->mark) {
			fault("overwritten", b);
			return;
		}
	if (!sk_find((uintptr_t)b->p + (b->n ? next(s) % b->n : 0), &found) || found.start != (uintptr_t)b->p ||
	    found.size != b->n || !found.live || found.site != 77)
		fault("not found", b);
	if (sk_usable(b->p) < b->n)
		fault("too small", b);
}

static void fill(struct slot *b, uint64_t *s)
{
	b->mark = (unsigned char)next(s);
	if (((uintptr_t)b->p & ((b->align ? b->align : 16) - 1)) != 0)
		fault("not aligned", b);
	memset(b->p, b->mark, b->n);
}

static void make(struct slot *b, uint64_t *s)
{
	b->n = some_size(s);
	b->align = 0;
	switch (next(s) % 8) {
	case 0:
		b->align = (size_t)16 << next(s) % 14;
		b->p = sk_get(b->align, b->n, 77);
		break;
	case 1:
		b->p = sk_get_zeroed(b->n, 77);
		for (size_t i = 0; i < b->n; i++)
			if (b->p[i]) {
				fault("not zero", b);
				break;
			}
		break;
	default:
		b->p = sk_get(0, b->n, 77);
	}
	fill(b, s);
}

static void resize(struct slot *b, uint64_t *s)
{
	size_t n = some_size(s) + 1, usable = sk_usable(b->p), kept = n < usable ? n : usable;
	unsigned char *p;

	memset(b->p, b->mark, usable); /* as who asks for that may */
	p = sk_resize(b->p, n, 77);
	for (size_t i = 0; i < kept; i += 1 + kept / 8)
		if (p[i] != b->mark) {
			fault("lost when resized", b);
			break;
		}
	b->p = p;
	b->n = n;
	b->align = 0;
	fill(b, s);
}

static void drop(struct slot *b, uint64_t *s)
{
	_Atomic(void *) *place = &handed[next(s) % 64];

	if (next(s) % 4 == 0)
		b->p = atomic_exchange(place, (void *)b->p); /* somebody else frees it */
	sk_put(b->p);
	b->p = NULL;
}

static void *work(void *seed)
{
	uint64_t s = (uint64_t)(uintptr_t)seed;
	struct slot *slots = calloc(LIVE, sizeof *slots);

	for (unsigned i = 0; i < rounds; i++) {
		struct slot *b = &slots[next(&s) % LIVE];

		if (!b->p) {
			make(b, &s);
			continue;
		}
		check(b, &s);
		if (next(&s) % 4 == 0)
			resize(b, &s);
		else
			drop(b, &s);
	}
	for (unsigned i = 0; i < LIVE; i++)
		sk_put(slots[i].p);
	free(slots);
	return NULL;
}

/* A child must find no lock taken. */
static void forks(void)
{
	for (int i = 0; i < 20; i++) {
		int status;
		pid_t pid = fork();

		if (pid == 0) {
			alarm(10);
			for (int k = 0; k < 500; k++)
				sk_put(sk_get(0, (size_t)k * 97, 77));
			_exit(0);
		}
		if (waitpid(pid, &status, 0) != pid || status != 0) {
			fprintf(stderr, "child: status %x\n", status);
			faults++;
		}
	}
}

static volatile int aborts;

static void note_abort(int number)
{
	(void)number;
	aborts++;
}

static void held_and_freed(void)
{
	char *p = sk_get(0, 40, 77);
	struct sk_block b;

	strcpy(p, "stays");
	sk_hold((uintptr_t)p);
	if (!sk_is_held(p) || !sk_find((uintptr_t)p + 39, &b) || !b.held)
		fprintf(stderr, "a mark is not kept\n"), faults++;
	if (sk_find((uintptr_t)p + 40, &b) && b.start == (uintptr_t)p)
		fprintf(stderr, "an address behind a block leads to it\n"), faults++;
	sk_put(p);
	if (sk_is_held(p) || (sk_find((uintptr_t)p, &b) && b.live) || strcmp(p, "stays"))
		fprintf(stderr, "a freed block: held, live or overwritten\n"), faults++;
	signal(SIGABRT, note_abort);
	sk_put(p); /* again: ends the program as glibc does, and does no harm if that goes on */
	signal(SIGABRT, SIG_DFL);
	if (aborts != 1)
		fprintf(stderr, "%d aborts at a double free\n", aborts), faults++;
	if (sk_find((uintptr_t)&b, &b))
		fprintf(stderr, "the stack is a block\n"), faults++;
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
	pthread_t t[THREADS];

	rounds = argc > 2 ? (unsigned)atoi(argv[2]) : 100000;
	printf("seed %lu\n", (unsigned long)seed);
	held_and_freed();
	for (int i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, work, (void *)(uintptr_t)(seed * 8 + (uint64_t)i + 1));
	forks();
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	return faults ? 1 : 0;
}
