/* budget.h: what is still recorded when the room in the file runs out.
 *
 * Rules: memory accesses, which are most of a trace, stop first. What is left
 * is kept for the skeleton: events and loops, and allocations and frees as long
 * as those leave enough for the former. What is no longer recorded is counted,
 * by record code, in the file's header; so a trace that was cut says by how much.
 */
#ifndef SR_BUDGET_H
#define SR_BUDGET_H
#include "encode.h"

/* Each stage refuses one class more. */
enum sr_class { SR_ACCESS = 1, SR_HEAP = 2, SR_EVENT = 3 };

/* The code in sr_thread.doing; this bit says that it was counted as lost. */
enum { SR_COUNTED = 32 };

#pragma GCC visibility push(hidden)
/* space.c: classes up to this one are refused. 0 = all is recorded. */
extern _Atomic uint32_t sr_refused;
void sr_refuse(struct sr_thread *t, uint32_t code, uint32_t with);
#pragma GCC visibility pop

static inline enum sr_class sr_class_of(uint32_t code)
{
	switch (code & (SR_CODES - 1)) {
	case SR_read:
	case SR_write:
	case SR_ref:
	case SR_unref:
	case SR_copy:
	case SR_flow:
		return SR_ACCESS;
	case SR_alloc:
	case SR_free:
		return SR_HEAP;
	}
	return SR_EVENT;
}

/* Enters to record an operation; `with` is another one that is lost or recorded
 * together with it, or 0. NULL: nothing to record, or counted as lost. */
SR_IN_CALLER struct sr_thread *sr_begin(enum sr_code code, uint32_t with)
{
	struct sr_thread *t = sr_enter();

	if (!t)
		return NULL;
	if (SR_UNLIKELY(atomic_load_explicit(&sr_refused, memory_order_relaxed) >= sr_class_of(code))) {
		sr_refuse(t, code, with);
		sr_leave(t);
		return NULL;
	}
	t->doing = code;
	return t;
}
#endif
