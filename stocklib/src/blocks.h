/* blocks.h: the heap of programs that nobody instrumented.
 *
 * It differs from glibc's in one thing: it knows, in constant time, the block that
 * any address lies in. It keeps to these rules:
 *   - What it knows of a block stands outside the block: freed blocks keep their
 *     contents, as programs that use them by mistake are used to.
 *   - An address space is reserved once, at the first allocation. Where the system
 *     refuses, everything comes from glibc, and nothing is found.
 *   - Locks are held by nobody who calls out; fork takes them all.
 *   - A pointer that is none of ours is handed on to glibc.
 */
#ifndef SK_BLOCKS_H
#define SK_BLOCKS_H
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A block, as it is at the moment. */
struct sk_block {
	uintptr_t start;
	size_t size;   /* as asked for */
	uint64_t site; /* return address of the allocation, 48 bits */
	bool live, held;
	bool taken; /* freed while that was asked for, and not used again */
};

/* align: a power of two, 0 = malloc's. NULL: no memory. */
void *sk_get(size_t align, size_t n, uint64_t site);
void *sk_get_zeroed(size_t n, uint64_t site);
void *sk_resize(void *p, size_t n, uint64_t site);
void sk_put(void *p);
/* The same of a small block, if it takes no lock; false: nothing was done. Leaves
 * errno alone. */
bool sk_put_quick(void *p);
size_t sk_usable(const void *p); /* 0: none of ours, or not live */

/* The block that an address lies in, live or not; false: in none. */
bool sk_find(uintptr_t address, struct sk_block *b);
/* Marks a live block; the mark goes with its free. */
void sk_hold(uintptr_t start);
bool sk_is_held(const void *p);

/* From now on what this thread frees is kept from use, up to a limit, so that a
 * pointer that refers to it can be distinguished; fill: with bytes that no pointer has. */
void sk_take(bool on, bool fill);
extern _Atomic bool sk_taking;

/* Whom messages go to, see say.h. start.c finds it. */
extern struct sparse_ear sk_ear;

#endif
