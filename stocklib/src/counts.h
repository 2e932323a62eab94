/* counts.h: counted references that a waiting frame holds (std::shared_ptr,
 * QSharedPointer).
 *
 * Such a reference is two words, or two registers: the object, and a block with the
 * counters. The block is known by what stands in it:
 *   std::shared_ptr  a vtable, then how many have it and how many know of it
 *   QSharedPointer   how many know of it and how many have it, then a function
 * and by the object: it lies in the block, or the block's next words refer to it. As
 * long as the frame has it, and gives it back later, nobody frees the object.
 *
 * Limit: a count in the object itself (QExplicitlySharedDataPointer, GObject) looks
 * like a plain pointer in a frame.
 */
#ifndef SK_COUNTS_H
#define SK_COUNTS_H
#include <stdbool.h>
#include <stdint.h>

/* The word is a block of counters that somebody has, and the object is what it counts. */
bool sk_counts(uintptr_t word, uintptr_t object);
#endif
