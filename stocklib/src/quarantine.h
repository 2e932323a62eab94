/* quarantine.h: which freed blocks a fault may have come by.
 *
 * While the handler of a predicted use waits, what is freed stays out of use
 * (blocks.h, sk_take). A fault after that whose registers, or the innermost words of
 * the stack, still refer to such a block is worth a run in which what the same place
 * allocates is guarded: only that says what was used.
 */
#ifndef SK_QUARANTINE_H
#define SK_QUARANTINE_H
#include <stdint.h>

enum { SK_TAKEN = 8 };

struct sk_taken {
	uintptr_t address; /* what refers to the block */
	uintptr_t start;
	size_t size;
	uint64_t site;
};

/* The blocks of different sites, registers first; context: a signal's. */
unsigned sk_taken_by(const void *context, struct sk_taken list[SK_TAKEN]);
#endif
