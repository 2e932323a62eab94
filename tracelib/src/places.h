/* places.h: the stack of a place in the code that was there just now.
 *
 * Most operations come from a place of which another one came shortly before, called by
 * the same functions. Then the id is found without a look at the table of definitions,
 * which is large. Whatever is out of the ordinary goes the long way (stacks.c), which
 * gives the same id.
 */
#ifndef SR_PLACES_H
#define SR_PLACES_H
#include "recorder.h"

/* stacks.c: the long way. */
#pragma GCC visibility push(hidden)
uint32_t sr_stack_found(struct sr_thread *t, uint64_t pc, uint64_t caller);
uint32_t sr_typed_found(struct sr_thread *t, uint64_t pc, const char *type);
#pragma GCC visibility pop

enum { SR_FRAME_MARKS = 2 }; /* bits of a frame's hash, the highest, that are none of the hash */

static inline struct sr_placed *sr_placed(struct sr_thread *t, uint64_t pc, uint64_t callers)
{
	return &t->placed[(pc ^ pc >> 8 ^ callers >> 32) % SR_PLACED];
}

/* The place `pc`, and what goes with it: who called the function, where that one has no frame,
 * or a type; `in` has to lie in the module of the function on top. 0: not known. */
static inline uint32_t sr_placed_id(struct sr_thread *t, uint64_t pc, uint64_t with, uint64_t in)
{
	uint32_t depth = __sparse_view.depth;
	const struct sparse_frame *top = (const struct sparse_frame *)(__sparse_view.frames + depth) - 1;
	const struct sr_placed *placed;
	uint64_t callers;

	if (SR_UNLIKELY(depth - 1 >= __sparse_view.limit))
		return 0;
	callers = top->hash << SR_FRAME_MARKS;
	placed = sr_placed(t, pc, callers);
	return placed->pc == pc && placed->with == with && placed->callers == callers && in - top->lo < top->hi - top->lo &&
	       t->modules_seen == atomic_load_explicit(&sr_modules_generation, memory_order_relaxed) ? placed->id : 0;
}

/* `caller` is 0 in a function that has a frame. */
static inline uint32_t sr_stack_at(struct sr_thread *t, uint64_t pc, uint64_t caller)
{
	uint32_t id = sr_placed_id(t, pc, caller, caller ? caller : pc);

	return id ? id : sr_stack_found(t, pc, caller);
}

/* Of an allocation or a free; type: NULL = unknown. */
static inline uint32_t sr_typed_at(struct sr_thread *t, uint64_t pc, const char *type)
{
	uint32_t id = sr_placed_id(t, pc, (uintptr_t)type, pc);

	return id ? id : type ? sr_typed_found(t, pc, type) : sr_stack(t, pc);
}
#endif
