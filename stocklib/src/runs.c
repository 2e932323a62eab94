/* runs.c: see runs.h. One lock guards all of it; it is taken for a run, that is
 * once for some hundred small blocks.
 */
#define _GNU_SOURCE
#include "runs.h"
#include <sparserec/lock.h>
#include <sys/mman.h>

enum { RESERVE_BITS = 38, LEAST_BITS = 30, COMMIT = 4 << 20, GIVE_BACK = 4 };

uintptr_t sk_base, sk_top;
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

static bool open_space(void)
{
	int bits = RESERVE_BITS;
	uintptr_t p = 0;

	tried = true;
	while (!(p = (uintptr_t)reserve((size_t)1 << bits, PROT_NONE)) && bits > LEAST_BITS)
		bits--;
	sk_units = p ? reserve(sizeof *sk_units << (bits - SK_UNIT_BITS), PROT_READ | PROT_WRITE) : NULL;
	if (!sk_units)
		return false;
	used_to = committed_to = (p + SK_UNIT - 1) & ~((uintptr_t)SK_UNIT - 1);
	sk_top = (p + ((uintptr_t)1 << bits)) & ~((uintptr_t)SK_UNIT - 1);
	sk_base = used_to;
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

	if (n >> SK_UNIT_BITS != units || n > sk_top - used_to)
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
