/* filter.h: which accesses a thread has already recorded in this block.
 *
 * Direct-mapped table, one 64-bit cell per 8-byte granule:
 *   bits 0-7   bytes read   bits 8-15  bytes written   (since the epoch began)
 *   bits 16-34 epoch        bits 35-63 the granule's number above the index
 * A cell of another epoch or granule is simply taken over, so the filter may
 * let an access through twice, but never hides a first one. The epoch advances
 * where a handler block begins or ends; an allocation or a free wipes its range,
 * because the memory is then another object's. (Only in the table of the thread
 * that allocates or frees: a second thread, in the middle of a block, does not
 * record a repeated access to what was replaced under its feet.)
 */
#ifndef SR_FILTER_H
#define SR_FILTER_H
#include "recorder.h"
#include <string.h>

enum { SR_EPOCH_BITS = 19, SR_TAG_SHIFT = 35, SR_WIPE_MAX = 64 << 10 };
_Static_assert(SR_TAG_SHIFT == 16 + SR_EPOCH_BITS, "cell layout");
_Static_assert(47 - 3 - SR_CELL_BITS + SR_TAG_SHIFT == 64, "user addresses have 47 bits");

static inline void sr_next_epoch(struct sr_thread *t)
{
	if (++t->epoch == 1u << SR_EPOCH_BITS) {
		memset(t->cells, 0, sizeof t->cells);
		t->epoch = 1;
	}
}

static inline uint64_t sr_cell_key(const struct sr_thread *t, uint64_t granule)
{
	return granule >> SR_CELL_BITS << SR_TAG_SHIFT | (uint64_t)t->epoch << 16;
}

/* True when all bytes lie in one granule and none of them is new. */
static inline bool sr_access_seen(const struct sr_thread *t, uint64_t a, unsigned n, unsigned write)
{
	uint64_t bytes = ((1ull << n) - 1) << (a & 7), granule = a >> 3;
	uint64_t seen = t->cells[granule & (SR_CELLS - 1)];

	return bytes <= 0xff && !((seen ^ sr_cell_key(t, granule)) >> 16) &&
	       !(bytes << (8 * write) & ~seen);
}

/* True when one of the bytes (a mask within the granule) is new. */
static inline bool sr_granule_new(struct sr_thread *t, uint64_t granule, uint64_t bytes)
{
	uint64_t *cell = &t->cells[granule & (SR_CELLS - 1)];
	uint64_t key = sr_cell_key(t, granule), seen = *cell;

	if ((seen ^ key) >> 16) {
		*cell = key | bytes;
		return true;
	}
	if (!(bytes & ~seen))
		return false;
	*cell = seen | bytes;
	return true;
}

/* n from 1 to 16. write: 0 or 1. */
static inline bool sr_access_new(struct sr_thread *t, uint64_t a, unsigned n, unsigned write)
{
	uint64_t bytes = ((1ull << n) - 1) << (a & 7), granule = a >> 3;
	unsigned shift = 8 * write;
	bool fresh;

	if (a >> 47)
		return true;
	fresh = sr_granule_new(t, granule, (bytes & 0xff) << shift);
	for (bytes >>= 8; SR_UNLIKELY(bytes != 0); bytes >>= 8)
		fresh |= sr_granule_new(t, ++granule, (bytes & 0xff) << shift);
	return fresh;
}

static inline void sr_filter_wipe(struct sr_thread *t, uint64_t a, uint64_t n)
{
	uint64_t granule = a >> 3, last = (a + n - 1) >> 3;

	if (n == 0)
		return;
	if (n > SR_WIPE_MAX) {
		sr_next_epoch(t);
		return;
	}
	for (; granule <= last; granule++)
		if (t->cells[granule & (SR_CELLS - 1)] >> SR_TAG_SHIFT == granule >> SR_CELL_BITS)
			t->cells[granule & (SR_CELLS - 1)] = 0;
}
#endif
