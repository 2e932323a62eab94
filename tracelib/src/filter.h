/* filter.h: which accesses a thread has already recorded in this block.
 *
 * Direct-mapped table, one cell per 8-byte granule (view.h has the layout). A
 * cell of another epoch or granule is simply taken over, so the filter may let
 * an access through twice, but never hides a first one. The epoch advances
 * where a handler block begins or ends. The table grows with what the thread
 * accesses in one block (filter.c), for one that is too small forgets what comes
 * again.
 *
 * Memory that the block itself allocated counts as known all over: no handler
 * can have used or freed that object before this block ended, so no access of
 * it in here can race. (Another thread could; its own accesses are recorded.)
 * A free makes its range unknown again: what comes after it is wrong, or is
 * another object's. Both only in the table of the thread that allocates or
 * frees: a second thread, in the middle of a block, does not record a repeated
 * access to what was replaced under its feet. Large memory of the block's own is
 * kept as ranges, and gets its cells where it is looked at. In stock mode nobody looks
 * until instrumented code has come for the first time, so the table stays untouched: each
 * allocation would fill it, and with it the program's caches.
 *
 * Commuting operations have cells of their own (view.h), so that neither they nor
 * accesses of other kinds to the same bytes hide each other.
 */
#ifndef SR_FILTER_H
#define SR_FILTER_H
#include "heap.h"
#include "recorder.h"
#include <string.h>

enum { SR_WIPE_MAX = 64 << 10 };

/* filter.c. Of a range that the block allocated (dropped: it was one, and has no cells): */
void sr_own_add(struct sr_thread *t, uint64_t a, uint64_t n);
bool sr_own_drop(struct sr_thread *t, uint64_t a, uint64_t n);
bool sr_own_knows(struct sr_thread *t, uint64_t a, uint64_t n); /* it lies in one, which gets cells there */
bool sr_own_has(const struct sr_thread *t, uint64_t a, uint64_t n);
unsigned sr_access_news_far(struct sr_thread *t, uint64_t a, unsigned n, unsigned what); /* sr_access_news, of any */
uint64_t sr_granule_taken(struct sr_thread *t, uint64_t granule, uint64_t bytes); /* its cell is another's, of this block */
/* Of the table: */
#pragma GCC visibility push(hidden)
extern bool sr_cells_far; /* sr_over_asan(), from a thread's first cells on */
extern atomic_bool sr_cells_asked; /* instrumented code has come, in whichever thread, or must be there */
#pragma GCC visibility pop
bool sr_cells_make(struct sr_thread *t);
void sr_cells_unmap(const uint64_t *cells);
void sr_cells_grow(struct sr_thread *t);
void sr_cells_clear(struct sr_thread *t);
void sr_filter_wipe_large(struct sr_thread *t, uint64_t a, uint64_t n);
_Static_assert(47 - 3 + SPARSE_GRANULE_SHIFT == 64, "user addresses have 47 bits");
_Static_assert(SPARSE_EPOCHS - 1 < 1 << (SPARSE_GRANULE_SHIFT + SPARSE_CELL_BITS - SPARSE_EPOCH_SHIFT),
	       "the epoch lies within a granule's number");
_Static_assert(SPARSE_EPOCHS - 1 < 1 << (SPARSE_GRANULE_SHIFT + SPARSE_NEAR_BITS - SPARSE_EPOCH_SHIFT),
	       "the epoch lies where all granules of a cell agree");

static inline void sr_next_epoch(struct sr_thread *t)
{
	t->evicted = 0;
	__sparse_view.epoch += 1u << SPARSE_EPOCH_SHIFT;
	if (SR_UNLIKELY(__sparse_view.epoch >> SPARSE_EPOCH_SHIFT == SPARSE_EPOCHS)) {
		sr_cells_clear(t);
		__sparse_view.epoch = 1u << SPARSE_EPOCH_SHIFT;
	}
}

/* What the next block allocates is its own, and nothing else is. */
static inline void sr_filter_next_block(struct sr_thread *t)
{
	t->owns = 0;
	sr_next_epoch(t);
}

static inline bool sr_is_asked(void) { return atomic_load_explicit(&sr_cells_asked, memory_order_relaxed); }

static inline void sr_ask_cells(void)
{
	if (SR_UNLIKELY(!sr_is_asked()))
		atomic_store_explicit(&sr_cells_asked, true, memory_order_relaxed);
}

/* By the view, which a forked child keeps: the thread's state is empty there. */
static inline uint64_t *sr_cell_at(uint64_t number)
{
	return (uint64_t *)(uintptr_t)&__sparse_view.cells[number & __sparse_view.mask];
}

/* As the program's code finds it: all of it is built with AddressSanitizer, or nothing. */
static inline uint64_t *sr_cell(uint64_t granule)
{
	return sr_cell_at(SR_UNLIKELY(sr_cells_far) ? granule ^ sparse_far_bits(granule) : granule);
}

/* A handler that clears the table in between sees that there is something to clear; and so does
 * who comes after one that came between the first two of these. */
static inline void sr_cell_put(struct sr_thread *t, uint64_t *cell, uint64_t content)
{
	sr_ask_cells();
	t->filled = true;
	atomic_signal_fence(memory_order_seq_cst);
	*cell = content;
	atomic_signal_fence(memory_order_seq_cst);
	t->filled = true;
}

/* A library may be built otherwise than the program, and finds another cell. */
static inline void sr_cell_wipe(uint64_t granule)
{
	*sr_cell_at(granule) = 0;
	if (SR_UNLIKELY(sr_cells_far))
		*sr_cell(granule) = 0;
}

static inline uint64_t sr_cell_key(uint64_t granule)
{
	return granule << SPARSE_GRANULE_SHIFT ^ __sparse_view.epoch;
}

/* True when all bytes lie in one granule and none of them is new. */
static inline bool sr_access_seen(uint64_t a, unsigned n, unsigned write)
{
	uint64_t bytes = ((1ull << n) - 1) << (a & 7), granule = a >> 3;
	uint64_t x = *sr_cell(granule) ^ sr_cell_key(granule);

	return bytes <= 0xff && !(x & (bytes << (8 * write) | ~0xffffull));
}

/* Granules take cells over, of which x is left of the first one's key and the key that was
 * there. Where that is of this epoch, too, the table may be too small. */
static inline void sr_takes_over(struct sr_thread *t, uint64_t x, uint64_t granules)
{
	if (!(x >> SPARSE_EPOCH_SHIFT & (SPARSE_EPOCHS - 1)) &&
	    SR_UNLIKELY((t->evicted += granules) > __sparse_view.mask / 8))
		sr_cells_grow(t);
}

/* Which of the bytes (bits as in a cell, of reads and writes) are new. */
static inline uint64_t sr_granule_news(struct sr_thread *t, uint64_t granule, uint64_t bytes)
{
	uint64_t key = sr_cell_key(granule), *cell = sr_cell(granule), x = *cell ^ key;

	if (x >> 16) {
		if (SR_UNLIKELY(!(x >> SPARSE_EPOCH_SHIFT & (SPARSE_EPOCHS - 1))))
			return sr_granule_taken(t, granule, bytes);
		sr_cell_put(t, cell, key | (0xffff & ~bytes));
		return bytes;
	}
	*cell = (x & ~bytes) ^ key;
	return x & bytes;
}

static inline bool sr_granule_new(struct sr_thread *t, uint64_t granule, uint64_t bytes)
{
	return sr_granule_news(t, granule, bytes);
}

/* The same of a commuting operation on bytes of one granule: as of writes. */
static inline bool sr_commute_new(struct sr_thread *t, uint64_t a, unsigned n, uint64_t how)
{
	uint64_t granule = a >> 3, bytes = (((1ull << n) - 1) << (a & 7) & 0xff) << 8, key = sr_cell_key(granule) ^ how << 16;
	uint64_t *cell = sr_cell(granule ^ SPARSE_COMMUTE_CELL), x = *cell ^ key;

	if (x >> 16) {
		sr_cell_put(t, cell, key | (0xffff & ~bytes));
		return true;
	}
	*cell &= ~bytes;
	return x & bytes;
}

/* Of SPARSE_READ and SPARSE_WRITE, those that are new of n bytes, from 1 to 16. Most lie in
 * one granule. */
static inline unsigned sr_access_news(struct sr_thread *t, uint64_t a, unsigned n, unsigned what)
{
	uint64_t bytes = ((1ull << n) - 1) << (a & 7), bits = (what & SPARSE_READ ? bytes : 0) | (what & SPARSE_WRITE ? bytes << 8 : 0);

	if (SR_UNLIKELY(t->owns || bytes > 0xff || a >> 47))
		return sr_access_news_far(t, a, n, what);
	bits = sr_granule_news(t, a >> 3, bits);
	return (bits & 0xff ? SPARSE_READ : 0) | (bits >> 8 ? SPARSE_WRITE : 0);
}

/* write: 0 or 1. */
static inline bool sr_access_new(struct sr_thread *t, uint64_t a, unsigned n, unsigned write)
{
	return sr_access_news(t, a, n, write ? SPARSE_WRITE : SPARSE_READ);
}

/* There may be something to wipe. */
static inline bool sr_filter_knows(const struct sr_thread *t) { return t->filled || t->owns; }

/* Every byte of the range is new again. */
static inline void sr_filter_wipe(struct sr_thread *t, uint64_t a, uint64_t n)
{
	uint64_t granule = a >> 3, last = (a + n - 1) >> 3;

	if (n == 0 || !sr_filter_knows(t))
		return;
	if (n > SR_WIPE_MAX) {
		sr_filter_wipe_large(t, a, n);
		return;
	}
	for (; granule <= last; granule++) {
		sr_cell_wipe(granule);
		if (SR_UNLIKELY(t->commuted == __sparse_view.epoch))
			sr_cell_wipe(granule ^ SPARSE_COMMUTE_CELL);
	}
}

/* A block of the heap was allocated just now; it is aligned to 8 bytes at least,
 * and shares no granule with another. */
static inline void sr_filter_own_block(struct sr_thread *t, uint64_t a, uint64_t n)
{
	uint64_t granule = a >> 3, end = granule + ((n + 7) >> 3), key = sr_cell_key(granule);

	if (!sr_is_asked())
		return;
	if (n > SR_WIPE_MAX) {
		sr_own_add(t, a, n);
		return;
	}
	if (SR_UNLIKELY((*sr_cell(granule) ^ key) >> 16))
		sr_takes_over(t, *sr_cell(granule) ^ key, end - granule);
	t->filled = true; /* as in sr_cell_put */
	atomic_signal_fence(memory_order_seq_cst);
	for (; granule < end; granule++, key = sr_cell_key(granule))
		*sr_cell(granule) = key;
	atomic_signal_fence(memory_order_seq_cst);
	t->filled = true;
}

/* The range was allocated just now: no byte of it is new in this block. */
static inline void sr_filter_own(struct sr_thread *t, uint64_t a, uint64_t n)
{
	uint64_t end = a + n, bytes;

	if (!sr_is_asked())
		return;
	if (n > SR_WIPE_MAX) {
		sr_own_add(t, a, n);
		return;
	}
	for (; a < end; a = (a | 7) + 1) {
		bytes = 0xffull << (a & 7) & 0xff;
		if (SR_UNLIKELY(end - (a & ~7ull) < 8))
			bytes &= 0xff >> (8 - (end & 7));
		sr_granule_new(t, a >> 3, bytes | bytes << 8);
	}
}
#endif
