/* filter.c: the filter's table, which grows, and what of it is not asked about each
 * granule: large memory of the block's own.
 *
 * Rules:
 *   - The table is address space from the thread's first operation on, of which the
 *     beginning is used; more of it where a block accesses more. So its address
 *     stays, and a signal handler that comes in between finds the old mask or the new
 *     one, both of which lie in it. A cell that another mask finds is another
 *     granule's, or says what is so.
 *   - Memory that a table may take, with what a cell is for: as much as was accessed.
 *     Where the program's address space or data is limited it does not grow, and what is
 *     reserved is little, for a program may limit itself later.
 *   - A range of the block's own counts as known all over, like smaller memory; the
 *     cells around an access get to know it, so that the next ones ask nobody. What is
 *     freed inside ends it.
 */
#define _GNU_SOURCE
#include "filter.h"
#include <errno.h>
#include <sys/mman.h>
#include <sys/resource.h>

#define MOST_CELLS (1ull << 24) /* for 128 MiB of memory accessed in one block, which is what they take */

enum {
	GROWS_BY = 4,
	AROUND = 512,         /* bytes that an access to one's own memory makes known */
	WIPE_CELLS = 1 << 17, /* of more than 1 MiB the whole table forgets */
};

bool sr_cells_far;
atomic_bool sr_cells_asked;

static uint64_t *reserve(uint64_t cells)
{
	void *p = mmap(NULL, cells * 8, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (p == MAP_FAILED)
		return NULL;
	if (mprotect(p, SPARSE_CELLS * 8, PROT_READ | PROT_WRITE) != 0) {
		munmap(p, cells * 8);
		return NULL;
	}
	madvise(p, cells * 8, MADV_WIPEONFORK);
	madvise(p, cells * 8, MADV_DONTDUMP);
	madvise(p, cells * 8, MADV_NOHUGEPAGE);
	sr_tls.cells = cells * 8;
	return p;
}

static bool limited(void)
{
	struct rlimit space, data;

	return getrlimit(RLIMIT_AS, &space) != 0 || getrlimit(RLIMIT_DATA, &data) != 0 ||
	       space.rlim_cur != RLIM_INFINITY || data.rlim_cur != RLIM_INFINITY;
}

bool sr_cells_make(struct sr_thread *t)
{
	sr_cells_far = sr_over_asan();
	if (!sr_over_blocks())
		sr_ask_cells();
	t->cells = limited() ? NULL : reserve(MOST_CELLS);
	if (!t->cells)
		t->cells = reserve(SPARSE_CELLS);
	return t->cells;
}

void sr_cells_unmap(const uint64_t *cells)
{
	if (cells != sr_idle_cells) /* whose thread has yet to show its own */
		munmap((void *)cells, sr_tls.cells);
	sr_tls.cells = 0;
}

/* Most cells have another place then; the smaller table gives its memory back. */
SR_NOINLINE void sr_cells_grow(struct sr_thread *t)
{
	uint64_t before = __sparse_view.mask + 1, cells = before * GROWS_BY;
	int saved = errno;

	t->evicted = 0;
	if (cells * 8 <= sr_tls.cells && !limited() && mprotect(t->cells, cells * 8, PROT_READ | PROT_WRITE) == 0) {
		__sparse_view.mask = cells - 1;
		madvise(t->cells, before * 8, MADV_DONTNEED);
	}
	errno = saved;
}

/* Pages that are given back come back empty. Without accesses, as of a stock program, the
 * table is never touched. */
SR_NOINLINE void sr_cells_clear(struct sr_thread *t)
{
	uint64_t bytes = (__sparse_view.mask + 1) * 8;

	if (!t->filled)
		return;
	t->filled = false;
	atomic_signal_fence(memory_order_seq_cst);
	if (bytes == SPARSE_CELLS * 8 || madvise(t->cells, bytes, MADV_DONTNEED) != 0)
		memset(t->cells, 0, bytes);
}

/* Cells of following granules follow each other, around the table's end; where code finds them
 * by more than low bits, up to a multiple of 2^SPARSE_NEAR_BITS granules. */
static void clear_from(struct sr_thread *t, uint64_t number, uint64_t n)
{
	uint64_t cells = __sparse_view.mask + 1, first = number & (cells - 1), part;

	n = n < cells ? n : cells;
	part = n < cells - first ? n : cells - first;
	memset(t->cells + first, 0, part * 8);
	memset(t->cells, 0, (n - part) * 8);
}

static void clear(struct sr_thread *t, uint64_t granule, uint64_t n)
{
	const uint64_t near = 1ull << SPARSE_NEAR_BITS;

	clear_from(t, granule, n);
	for (uint64_t part; sr_over_asan() && n; granule += part, n -= part) {
		part = near - (granule & (near - 1));
		part = part < n ? part : n;
		clear_from(t, granule ^ sparse_far_bits(granule), part);
	}
}

void sr_filter_wipe_large(struct sr_thread *t, uint64_t a, uint64_t n)
{
	uint64_t granules = ((a + n - 1) >> 3) - (a >> 3) + 1;

	if (sr_own_drop(t, a, n))
		return;
	if (granules > WIPE_CELLS || t->commuted == __sparse_view.epoch)
		sr_next_epoch(t);
	else
		clear(t, a >> 3, granules);
}

/* The first range that ends behind the address. */
static uint32_t find(const struct sr_thread *t, uint32_t owns, uint64_t a)
{
	uint32_t lo = 0, hi = owns, at;

	while (lo < hi) {
		at = (lo + hi) / 2;
		if (t->own[at].hi > a)
			hi = at;
		else
			lo = at + 1;
	}
	return lo;
}

static struct sr_own *around(const struct sr_thread *t, uint64_t a, uint64_t n)
{
	uint32_t owns = t->owns, at = find(t, owns, a);
	const struct sr_own *o = &t->own[at];

	return at < owns && a >= o->lo && n <= o->hi - a ? (struct sr_own *)o : NULL;
}

bool sr_own_has(const struct sr_thread *t, uint64_t a, uint64_t n) { return t->owns && around(t, a, n); }

/* While they move nobody looks at them: a signal handler's accesses are recorded. */
static void settle(struct sr_thread *t, uint32_t owns)
{
	atomic_signal_fence(memory_order_seq_cst);
	*(volatile uint32_t *)&t->owns = owns;
	atomic_signal_fence(memory_order_seq_cst);
}

/* There is room for as many as are of any use; what comes later is recorded. */
void sr_own_add(struct sr_thread *t, uint64_t a, uint64_t n)
{
	uint32_t owns, at;

	if (a >> 47 || n >> 47)
		return;
	sr_own_drop(t, a, n);
	owns = t->owns;
	if (owns == SR_OWN)
		return;
	at = find(t, owns, a);
	settle(t, 0);
	memmove(&t->own[at + 1], &t->own[at], (owns - at) * sizeof *t->own);
	t->own[at] = (struct sr_own){ a, a + n, false };
	settle(t, owns + 1);
}

/* Ranges that overlap go as a whole; what is left of one is known no more. */
bool sr_own_drop(struct sr_thread *t, uint64_t a, uint64_t n)
{
	uint32_t owns = t->owns, at = find(t, owns, a), end = at;
	bool left = false, whole;

	for (; end < owns && t->own[end].lo < a + n; end++)
		left |= t->own[end].looked_at && (t->own[end].lo < a || t->own[end].hi > a + n);
	if (end == at)
		return false;
	whole = end == at + 1 && t->own[at].lo == a && t->own[at].hi <= a + n && !t->own[at].looked_at;
	settle(t, 0);
	memmove(&t->own[at], &t->own[end], (owns - end) * sizeof *t->own);
	settle(t, owns - (end - at));
	if (left)
		sr_next_epoch(t);
	return whole;
}

SR_NOINLINE bool sr_own_knows(struct sr_thread *t, uint64_t a, uint64_t n)
{
	struct sr_own *o = around(t, a, n);
	uint64_t granule, end;

	if (!o)
		return false;
	o->looked_at = true;
	granule = a & ~(uint64_t)(AROUND - 1);
	end = granule + AROUND;
	granule = ((granule < o->lo ? o->lo : granule) + 7) >> 3;
	end = (end < o->hi ? end : o->hi) >> 3;
	for (; granule < end; granule++) {
		uint64_t *cell = sr_cell(granule), key = sr_cell_key(granule);

		if ((*cell ^ key) >> 16)
			sr_takes_over(t, *cell ^ key, 1);
		sr_cell_put(t, sr_cell(granule), key);
	}
	return true;
}

/* Both kinds share the bytes' granules; a new byte of a kind makes all of the access new. */
unsigned sr_access_news_far(struct sr_thread *t, uint64_t a, unsigned n, unsigned what)
{
	uint64_t bytes = ((1ull << n) - 1) << (a & 7), granule = a >> 3, part, news = 0;

	if (a >> 47)
		return what & (SPARSE_READ | SPARSE_WRITE);
	if (t->owns && sr_own_knows(t, a, n))
		return 0;
	for (; bytes != 0; bytes >>= 8, granule++) {
		part = bytes & 0xff;
		news |= sr_granule_news(t, granule, (what & SPARSE_READ ? part : 0) | (what & SPARSE_WRITE ? part << 8 : 0));
	}
	return (news & 0xff ? SPARSE_READ : 0) | (news >> 8 ? SPARSE_WRITE : 0);
}

uint64_t sr_granule_taken(struct sr_thread *t, uint64_t granule, uint64_t bytes)
{
	sr_takes_over(t, *sr_cell(granule) ^ sr_cell_key(granule), 1);
	sr_cell_put(t, sr_cell(granule), sr_cell_key(granule) | (0xffff & ~bytes));
	return bytes;
}
