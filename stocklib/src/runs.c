/* runs.c: see runs.h. One lock guards all of it; it is taken for a run, that is
 * once for some hundred small blocks.
 *
 * The space of blocks is one stretch of addresses, so that two comparisons tell
 * what is ours. It starts where nothing else is and grows at its end, in steps of at
 * most an eighth of what the process may have (RLIMIT_AS counts what is reserved).
 * Where it cannot grow there is no run; the caller asks glibc.
 */
#define _GNU_SOURCE
#include "runs.h"
#include <sparserec/lock.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>

enum { MOST_BITS = 38, COMMIT = 4 << 20, GIVE_BACK = 4 };
static const size_t FIRST_STEP = 64 << 20, MOST_STEP = (size_t)1 << 32;

uintptr_t sk_base;
_Atomic uintptr_t sk_top;
struct sk_run *_Atomic *sk_units;

static struct sr_lock lock;
static uintptr_t used_to, committed_to;
static struct sk_run *free_runs; /* all of them */
static struct sk_run *spare;
static bool tried;
static uint8_t *meta, *meta_end;

void sk_runs_lock(void) { sr_lock(&lock); }
void sk_runs_unlock(void) { sr_unlock(&lock); }

static void *reserve(size_t n, int prot)
{
	void *p = mmap(NULL, n, prot, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

/* Far from where programs, libraries, stacks and sanitizers' shadows lie, another
 * place in each process. */
static uintptr_t somewhere(void)
{
	const void *random = (const void *)getauxval(AT_RANDOM);
	uint32_t turn = 0;

	if (random)
		memcpy(&turn, random, sizeof turn);
	return ((uintptr_t)0x3000 << 32) + ((uintptr_t)(turn & 0xfffff) << 24);
}

static size_t step_now(size_t least)
{
	size_t have = atomic_load(&sk_top) - sk_base, step = have > FIRST_STEP ? have : FIRST_STEP;
	struct rlimit space;

	if (step > MOST_STEP)
		step = MOST_STEP;
	if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY && step > space.rlim_cur / 8)
		step = space.rlim_cur / 8;
	if (step < least)
		step = least;
	return (step + COMMIT - 1) & ~(size_t)(COMMIT - 1);
}

/* Room for so many bytes more, or false. */
static bool grow(size_t least)
{
	uintptr_t top = atomic_load(&sk_top);
	size_t n = step_now(least);

	if (n < least || n > ((size_t)1 << MOST_BITS) - (top - sk_base))
		return false;
	if (mmap((void *)top, n, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
		 -1, 0) != (void *)top)
		return false;
	atomic_store_explicit(&sk_top, top + n, memory_order_release);
	return true;
}

static bool open_space(void)
{
	tried = true;
	if (!(sk_units = reserve(sizeof *sk_units << (MOST_BITS - SK_UNIT_BITS), PROT_READ | PROT_WRITE)))
		return false;
	sk_base = used_to = committed_to = somewhere();
	atomic_store(&sk_top, sk_base);
	return true;
}

static void *pages(size_t n)
{
	void *p;

	n = (n + 63) & ~(size_t)63;
	if (n > (size_t)(meta_end - meta)) {
		size_t whole = n > 1 << 20 ? n : 1 << 20;

		if (!(p = reserve(whole, PROT_READ | PROT_WRITE)))
			return NULL;
		if (whole > 1 << 20)
			return p;
		meta = p;
		meta_end = meta + whole;
	}
	p = meta;
	meta += n;
	return p;
}

void *sk_pages(size_t n)
{
	void *p;

	sr_lock(&lock);
	p = pages(n);
	sr_unlock(&lock);
	return p;
}

static struct sk_run *new_run(uintptr_t start, size_t units)
{
	struct sk_run *r = spare;

	if (r)
		spare = r->next;
	else
		r = pages(sizeof *r);
	if (r)
		*r = (struct sk_run){ .start = start, .units = units };
	return r;
}

static struct sk_run *_Atomic *unit(uintptr_t a) { return &sk_units[(a - sk_base) >> SK_UNIT_BITS]; }

static void link_free(struct sk_run *r)
{
	r->used = false;
	r->prev = NULL;
	r->next = free_runs;
	if (free_runs)
		free_runs->prev = r;
	free_runs = r;
	atomic_store(unit(r->start), r);
	atomic_store(unit(r->start + (r->units - 1) * SK_UNIT), r);
}

static void unlink_free(struct sk_run *r)
{
	if (r->prev)
		r->prev->next = r->next;
	else
		free_runs = r->next;
	if (r->next)
		r->next->prev = r->prev;
	r->next = r->prev = NULL;
}

static struct sk_run *best_fit(size_t units)
{
	struct sk_run *r, *best = NULL;

	for (r = free_runs; r; r = r->next)
		if (r->units >= units && (!best || r->units < best->units) && (best = r)->units == units)
			break;
	return best;
}

/* Leaves a run of so many units; the rest stays free. */
static void cut(struct sk_run *r, size_t units)
{
	struct sk_run *rest;

	if (r->units == units || !(rest = new_run(r->start + units * SK_UNIT, r->units - units)))
		return;
	rest->fresh = r->fresh;
	r->units = units;
	link_free(rest);
}

static struct sk_run *fresh_run(size_t units)
{
	size_t n = units << SK_UNIT_BITS;
	struct sk_run *r;

	if (n >> SK_UNIT_BITS != units ||
	    (n > atomic_load(&sk_top) - used_to && !grow(n - (atomic_load(&sk_top) - used_to))))
		return NULL;
	if (used_to + n > committed_to) {
		size_t more = (used_to + n - committed_to + COMMIT - 1) & ~(size_t)(COMMIT - 1);

		if (more > sk_top - committed_to)
			more = sk_top - committed_to;
		if (mprotect((void *)committed_to, more, PROT_READ | PROT_WRITE) != 0)
			return NULL;
		committed_to += more;
	}
	if (!(r = new_run(used_to, units)))
		return NULL;
	r->fresh = true;
	used_to += n;
	return r;
}

struct sk_run *sk_run_get(size_t units)
{
	struct sk_run *r = NULL;

	sr_lock(&lock);
	if (sk_units || (!tried && open_space())) {
		if ((r = best_fit(units))) {
			unlink_free(r);
			cut(r, units);
		} else {
			r = fresh_run(units);
		}
		if (r)
			r->used = true;
	}
	sr_unlock(&lock);
	return r;
}

void sk_run_show(struct sk_run *r)
{
	size_t i;

	for (i = 0; i < r->units; i++)
		atomic_store_explicit(unit(r->start + i * SK_UNIT), r, memory_order_release);
}

static struct sk_run *joined(struct sk_run *a, struct sk_run *b)
{
	struct sk_run *low = a->start < b->start ? a : b, *high = low == a ? b : a;

	/* Where they met, nothing may lead to either any more. */
	atomic_store(unit(high->start - SK_UNIT), NULL);
	atomic_store(unit(high->start), NULL);
	low->units += high->units;
	low->fresh = low->fresh && high->fresh;
	high->next = spare;
	spare = high;
	return low;
}

/* Readers may still come through the units in between: a free run says so. */
void sk_run_put(struct sk_run *r)
{
	struct sk_run *near;
	size_t i;

	sr_lock(&lock);
	for (i = 0; i < r->units; i++)
		atomic_store(unit(r->start + i * SK_UNIT), NULL);
	r->used = false;
	r->words = NULL;
	r->fresh = r->units >= GIVE_BACK &&
		   madvise((void *)r->start, r->units * SK_UNIT, MADV_DONTNEED) == 0;
	if (r->start > sk_base && (near = atomic_load(unit(r->start - SK_UNIT))) && !near->used) {
		unlink_free(near);
		r = joined(r, near);
	}
	if (r->start + r->units * SK_UNIT < used_to &&
	    (near = atomic_load(unit(r->start + r->units * SK_UNIT))) && !near->used) {
		unlink_free(near);
		r = joined(r, near);
	}
	link_free(r);
	sr_unlock(&lock);
}
