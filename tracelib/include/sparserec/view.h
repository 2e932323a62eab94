/* view.h: what instrumented code looks at by itself, without a call.
 *
 * The compiler's pass puts the functions of hooks.h, bodies and all, into the
 * code that it instruments; they and the recorder share this layout. Whoever
 * changes it gives __sparse_view another number: programs built before then
 * find no such symbol, which the loader says, instead of wrong memory.
 *
 * A cell of the filter stands for an 8-byte granule of memory, g = address / 8:
 *   bits 0-7   bytes of the granule not yet read, bits 8-15 not yet written,
 *              since the thread's epoch began
 *   bits 16-63 g << 20, with the epoch mixed into bits 23-34 by exclusive or
 * Cells are found by g's low bits. There may be more cells, found by more bits (`mask`),
 * where a thread uses much memory.
 * AddressSanitizer has a heap for each size of block, and all begin at round addresses. Code
 * that is built with it (SPARSE_FAR) mixes the bits from SPARSE_NEAR_BITS on with those from
 * SPARSE_FAR_BITS on, so that they do not share their cells. A cell says which granule it
 * is of, so code of both kinds may use one table.
 * All granules that share a cell have the low SPARSE_NEAR_BITS in common, so the epoch costs
 * it no room. cell ^ g << 20 ^ epoch is
 * the two masks alone where the cell is g's and of this epoch, and has a bit
 * set above 22 where it is not.
 */
#ifndef SPARSEREC_VIEW_H
#define SPARSEREC_VIEW_H
#include <stdint.h>

enum {
	SPARSE_CELL_BITS = 18, /* cells a thread, at least: 262144, 2 MiB */
	SPARSE_CELLS = 1 << SPARSE_CELL_BITS,
	SPARSE_NEAR_BITS = 15,
	SPARSE_FAR_BITS = 33, /* 64 GiB */
	SPARSE_GRANULE_SHIFT = 20,
	SPARSE_EPOCH_SHIFT = 23,
	SPARSE_EPOCHS = 1 << 12,
};

/* Instrumented code writes pc, inside and hash; the rest is the recorder's, and
 * outlives the call. */
struct sparse_frame {
	uint64_t pc;     /* where the function returns to, in its caller */
	uint64_t inside; /* a place in the function itself */
	uint64_t hash;   /* of this frame and its callers, 0 = not yet known */
	uint64_t lo, hi; /* the function's module */
};

struct sparse_view {
	const uint64_t *cells; /* never null: all zero where nothing is recorded */
	uint64_t mask;         /* of the cells' numbers */
	uint64_t epoch;        /* number << SPARSE_EPOCH_SHIFT */
	char *frames;          /* struct sparse_frame[] */
	uint32_t depth;        /* of the shadow stack, in bytes; may exceed limit */
	uint32_t limit;        /* size of frames in bytes; 0 = no state yet */
};

#define __sparse_view __sparse_view_3
extern __thread struct sparse_view __sparse_view __attribute__((tls_model("initial-exec")));

/* What the allocation or free that comes next is of, as the code that asks for it
 * names the type: a text that lives as long as the code. Taken when it is used. */
extern __thread const char *__sparse_type __attribute__((tls_model("initial-exec")));

/* From here on up to its end, the thread's stack has the frames of handlers that wait
 * for a loop, or have waited; UINTPTR_MAX: there are none. */
extern __thread uintptr_t __sparse_waits_from __attribute__((tls_model("initial-exec")));

/* What an access is: its size and these. A commuting operation says in the bits
 * above of what kind it is. */
enum { SPARSE_SIZE = 31, SPARSE_READ = 32, SPARSE_WRITE = 64, SPARSE_USE = 128, SPARSE_COMMUTES = 256, SPARSE_HOW_SHIFT = 9 };

/* All of `x op= v` where nobody looks at the result: its turn among others of its
 * kind makes no difference. A lock that is taken or given back is another one. */
enum { SPARSE_ADD = 1, SPARSE_OR = 2, SPARSE_AND = 3, SPARSE_XOR = 4, SPARSE_LOCK = 5, SPARSE_HOW_ATOMIC = 8 };

static inline uint64_t sparse_far_bits(uint64_t granule)
{
	return granule >> (SPARSE_FAR_BITS - SPARSE_NEAR_BITS) & ~((1ull << SPARSE_NEAR_BITS) - 1);
}

#ifdef SPARSE_FAR
#define SPARSE_CELL_OF(granule) ((granule) ^ sparse_far_bits(granule))
#else
#define SPARSE_CELL_OF(granule) (granule)
#endif

static inline uint64_t sparse_unknown(const struct sparse_view *v, uint64_t granule)
{
	return v->cells[SPARSE_CELL_OF(granule) & v->mask] ^ granule << SPARSE_GRANULE_SHIFT ^ v->epoch;
}

/* The same of commuting operations of a kind, which have other cells: an access of
 * another kind that follows one is new. Bits 16-19, which no plain cell has, are the kind. */
enum { SPARSE_COMMUTE_CELL = 0x15555 };

static inline uint64_t sparse_unknown_commuting(const struct sparse_view *v, uint64_t granule, uint64_t how)
{
	return v->cells[SPARSE_CELL_OF(granule ^ SPARSE_COMMUTE_CELL) & v->mask] ^ granule << SPARSE_GRANULE_SHIFT ^
	       v->epoch ^ how << 16;
}
#endif
