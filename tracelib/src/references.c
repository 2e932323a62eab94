/* references.c: reference counters that a handler holds while it spins a loop.
 *
 * Compiled code reports each reference that it takes and gives back. Only one kind
 * matters to the engine: a function takes a reference, a loop spins, and the same
 * activation of the function gives it back later. In between, the object cannot
 * have gone. So a reference waits in a table; giving it back in the same handler's
 * block forgets it, and it is written when a loop starts and the function that
 * took it is still there.
 *
 * What a library allocates (a string) is born with a reference, whose taking nobody
 * reports. So a function that has waited for a loop reports each reference that it
 * gives back afterwards, its own or not.
 *
 * Rules: where all places of a reference are taken one is taken over, and of held references
 * SR_HELD are kept: what is forgotten only means that an object is taken for one
 * that nobody counts. The stack of the records is that of the function's caller,
 * which ref and unref have in common.
 */
#include "../include/sparserec/instrument.h"
#include "budget.h"

static uint32_t depth_now(void) { return __sparse_view.depth / (uint32_t)sizeof(struct sparse_frame); }

static bool here(struct sr_thread *t, struct sr_activation *a)
{
	uint32_t depth = depth_now();

	if (depth == 0 || depth > SR_MAX_DEPTH)
		return false;
	*a = (struct sr_activation){ sr_activation(t, depth), depth, 0 };
	return true;
}

static bool is_there(const struct sr_thread *t, const struct sr_activation *a)
{
	return a->depth <= depth_now() && sr_activation_is(t, a->depth, a->number);
}

static bool same(const struct sr_activation *a, const struct sr_activation *b) { return a->number == b->number; }

static void write_reference(struct sr_thread *t, enum sr_code code, uint64_t counter,
			    const struct sr_activation *in)
{
	uint32_t stack = sr_callers(t, in->depth);
	uint8_t *p;

	if (!sr_reserve(t, SR_MAX_RECORD))
		return;
	p = sr_put_addr(t, sr_tag(t, code), counter);
	sr_commit(t, sr_put_stack(t, p, stack));
}

enum { WAYS = 8 }; /* places that a reference may stand in */

static struct sr_reference *place_of(struct sr_lifetimes *l, uint64_t counter, unsigned way)
{
	return &l->refs[((counter * 0x9e3779b97f4a7c15u >> 56) + way) % SR_REFS];
}
_Static_assert(SR_REFS == 1 << (64 - 56), "places are found by 8 bits");

/* The reference that an activation took in this block, NULL if none is known. */
static struct sr_reference *taken_by(struct sr_lifetimes *l, uint64_t counter, const struct sr_activation *in)
{
	unsigned way;

	for (way = 0; way < WAYS; way++) {
		struct sr_reference *r = place_of(l, counter, way);

		if (r->counter == counter && r->block == l->block && same(&r->in, in))
			return r;
	}
	return NULL;
}

/* Where it is to stand: with itself, or where no reference is any more; else in the
 * place of another. */
static struct sr_reference *place_for(struct sr_thread *t, uint64_t counter, const struct sr_activation *in)
{
	struct sr_lifetimes *l = &t->lifetimes;
	struct sr_reference *r = taken_by(l, counter, in);
	unsigned way;

	for (way = 0; !r && way < WAYS; way++) {
		struct sr_reference *p = place_of(l, counter, way);

		if (!p->counter || p->block != l->block || !is_there(t, &p->in))
			r = p;
	}
	return r ? r : place_of(l, counter, 0);
}

void __sparse_ref(const void *counter)
{
	SR_INSIDE struct sr_thread *t = sr_begin(SR_ref, 0);
	struct sr_activation in;
	uint64_t a = (uintptr_t)counter;

	if (!t)
		return;
	if (!sr_own_stack(t, a) && here(t, &in))
		*place_for(t, a, &in) = (struct sr_reference){ a, t->lifetimes.block, in };
}

/* The held reference that an activation gives back, -1 if none. */
static int held_by(const struct sr_lifetimes *l, uint64_t counter, const struct sr_activation *in)
{
	int i;

	for (i = (int)l->nheld - 1; i >= 0; i--)
		if (l->held[i].counter == counter && same(&l->held[i].in, in))
			return i;
	return -1;
}

/* The activation was there when the last loop of this handler started. */
static bool has_waited(const struct sr_lifetimes *l, const struct sr_activation *in)
{
	const struct sr_activation *w = &l->waiting[in->depth % SR_WAITING];

	return in->depth <= l->nwaiting && same(w, in);
}

void __sparse_unref(const void *counter)
{
	SR_INSIDE struct sr_thread *t = sr_begin(SR_unref, 0);
	uint64_t a = (uintptr_t)counter;
	struct sr_activation in;
	struct sr_reference *r;
	int i;

	if (!t)
		return;
	if (!here(t, &in))
		return;
	if ((r = taken_by(&t->lifetimes, a, &in))) {
		r->counter = 0;
	} else if (t->lifetimes.nheld && (i = held_by(&t->lifetimes, a, &in)) >= 0) {
		write_reference(t, SR_unref, a, &in);
		t->lifetimes.held[i] = t->lifetimes.held[--t->lifetimes.nheld];
	} else if (!sr_own_stack(t, a) && has_waited(&t->lifetimes, &in)) {
		write_reference(t, SR_unref, a, &in);
	}
}

/* The innermost functions wait from here on. */
static void wait_for_loop(struct sr_thread *t)
{
	struct sr_lifetimes *l = &t->lifetimes;
	uint32_t depth = depth_now(), n, from;

	l->nwaiting = depth < SR_MAX_DEPTH ? depth : SR_MAX_DEPTH;
	from = l->nwaiting > SR_WAITING ? l->nwaiting - SR_WAITING : 0;
	for (n = from + 1; n <= l->nwaiting; n++)
		l->waiting[n % SR_WAITING] = (struct sr_activation){ sr_activation(t, n), n, 0 };
}

void sr_refs_hold(struct sr_thread *t)
{
	struct sr_lifetimes *l = &t->lifetimes;
	int i;

	wait_for_loop(t);
	for (i = 0; i < SR_REFS; i++) {
		struct sr_reference *r = &l->refs[i];

		if (!r->counter || r->block != l->block || l->nheld == SR_HELD || !is_there(t, &r->in))
			continue;
		write_reference(t, SR_ref, r->counter, &r->in);
		l->held[l->nheld++] = *r;
		r->counter = 0;
	}
	l->block++;
}

/* What was held by functions that are no more was passed on. */
void sr_refs_forget(struct sr_thread *t)
{
	struct sr_lifetimes *l = &t->lifetimes;
	uint32_t i, kept = 0;

	for (i = 0; i < l->nheld; i++)
		if (is_there(t, &l->held[i].in))
			l->held[kept++] = l->held[i];
	l->nheld = kept;
	i = depth_now();
	if (l->nwaiting > i)
		l->nwaiting = i;
	l->block++;
}
