/* frames.c: which part of a thread's stack is the running handler's own.
 *
 * While a loop runs, the frames above it wait: what they have on the stack is memory
 * of all handlers that the loop delivers, as what the heap has is. It stays so when
 * the loop has ended, until these functions return: what they look at then may be what
 * the others left there, and where their variables end is an end as a free is.
 *
 * A loop begins where the call that reports it has its frame; below are the frames of
 * what it delivers. So no pairs of calls have to match: a loop is over for good when
 * the stack is shorter than where it began, whatever way it was left.
 *
 * A function that is called after the loop may have its variables where the loop's own
 * frames were: the first one that ends tells that all below is the handler's own again.
 *
 * Rules: a thread that runs on another stack (a coroutine) has no such frames there.
 * Past SR_LOOPS loops, one inside the other, the inner ones' frames are their own.
 */
#include "../include/sparserec/instrument.h"
#include "budget.h"
#include "places.h"

SPARSE_EXPORT __thread uintptr_t __sparse_waits_from = UINTPTR_MAX;

static bool on_stack(const struct sr_thread *t, uintptr_t frame)
{
	return frame - t->stack_lo < t->stack_len;
}

static void show(struct sr_thread *t)
{
	t->own_len = t->nloops ? t->loops[t->nloops - 1] - t->stack_lo : t->stack_len;
	__sparse_waits_from = t->nloops ? t->loops[t->nloops - 1] : UINTPTR_MAX;
}

void sr_loops_reset(struct sr_thread *t)
{
	t->nloops = t->defaults = 0;
	show(t);
}

void sr_default_loop_begins(struct sr_thread *t, uintptr_t frame)
{
	sr_loop_begins(t, frame);
	t->defaults = t->nloops;
}

bool sr_is_handlers(const struct sr_thread *t, uintptr_t a)
{
	return on_stack(t, a) && !sr_own_stack(t, a) && !(t->defaults && a >= t->loops[0]);
}

void sr_frames_gone(struct sr_thread *t, uintptr_t frame)
{
	if (!on_stack(t, frame))
		return;
	while (t->nloops && t->loops[t->nloops - 1] <= frame)
		t->nloops--;
	show(t);
}

void sr_loop_begins(struct sr_thread *t, uintptr_t frame)
{
	sr_frames_gone(t, frame);
	if (!on_stack(t, frame) || t->nloops == SR_LOOPS)
		return;
	t->loops[t->nloops++] = frame;
	show(t);
}

/* The function that has this variable was called after the loop: all that waits lies
 * above it. */
static void is_own(struct sr_thread *t, uintptr_t end)
{
	if (t->nloops > t->defaults && t->loops[t->nloops - 1] < end) {
		t->loops[t->nloops - 1] = end;
		show(t);
	}
}

static SR_NOINLINE void ends(uintptr_t a, size_t n, const char *type, uint64_t pc)
{
	SR_INSIDE struct sr_thread *t = sr_begin(SR_free, 0);

	if (!t || !sr_is_handlers(t, a))
		return;
	if (sr_stack_has_waited(t))
		sr_ends_add(t, &(struct sr_ended){ a, n, sr_typed_at(t, pc, type), SR_SCOPE });
	else
		is_own(t, a + n);
}

void __sparse_scope_end(const void *variable, size_t n, const char *type)
{
	if (SR_UNLIKELY((uintptr_t)variable >= __sparse_waits_from))
		ends((uintptr_t)variable, n, type, SR_CALLER);
}

#pragma GCC visibility push(hidden)
/* slow_x86_64.S comes here. */
void sr_scope_end(const void *variable, size_t n, const char *type, uint64_t pc);
#pragma GCC visibility pop

void sr_scope_end(const void *variable, size_t n, const char *type, uint64_t pc) { ends((uintptr_t)variable, n, type, pc); }
