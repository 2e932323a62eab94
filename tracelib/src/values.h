/* values.h: what a thread's block wrote last, where that is recorded. Part of
 * sr_thread, and all zero as long as it is not. */
#ifndef SR_VALUES_H
#define SR_VALUES_H
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { SR_VALUE_BITS = 11, SR_VALUE_WAYS = 4 };

struct sr_thread;

struct sr_value {
	uint64_t at;
	uint32_t hash, epoch, size; /* size 0: nobody */
};

/* The values in the granules that share it; one of this epoch was pushed out. */
struct sr_valueset {
	struct sr_value way[SR_VALUE_WAYS];
	uint32_t lost, next;
};

enum { SR_LOOSE = 1 << 16 }; /* beside SPARSE_READ and SPARSE_WRITE */

#pragma GCC visibility push(hidden)
extern _Atomic bool sr_values_on;

/* Bytes were written, by what reports no value. Whether the trace said of one of
 * them what it was. */
bool sr_values_forget(struct sr_thread *t, uint64_t a, uint64_t n);
/* access.c: a write to record; hash: NULL if it reports no value. */
void sr_write_value(uint64_t a, uint64_t n, uint64_t pc, const uint32_t *hash);
/* access.c: an atomic operation (SPARSE_READ, SPARSE_WRITE, SR_LOOSE); was: what was there before, NULL
 * if nobody knows. */
void sr_atomic_access(unsigned what, const void *p, uint64_t n, const uint64_t *was, uint64_t pc);
#pragma GCC visibility pop

static inline bool sr_values(void)
{
	return atomic_load_explicit(&sr_values_on, memory_order_relaxed);
}
#endif
