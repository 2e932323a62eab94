/* lifetimes.c: objects whose life ends before their memory's does.
 *
 * Compiled code reports each end of a destructor, and of a variable in a frame that
 * has waited for a loop (frames.c). Most destroyed objects lie in a block of the
 * heap that is freed right afterwards: then the free says it all. So an end waits
 * until the handler's block is over, and is written only if its bytes were not freed
 * by then. To other handlers that is the same: none of them runs in between.
 *
 * Rules: an end that contains a waiting one takes its place (a derived class and
 * its base). Destructors of objects on the stack of handlers are left out: the
 * variable's scope says it. When SR_ENDED wait, the oldest is written at once.
 */
#include "../include/sparserec/instrument.h"
#include "budget.h"
#include "filter.h"

static void write_end(struct sr_thread *t, const struct sr_ended *e)
{
	uint32_t key = sr_string(t, "kind", 4);
	uint32_t value = e->how == SR_SCOPE ? sr_string(t, "scope", 5) : sr_string(t, "destroy", 7);
	uint8_t *p;

	if (!key || !value || !sr_reserve(t, SR_MAX_RECORD))
		return;
	p = sr_put_stack(t, sr_tag(t, SR_free), e->stack);
	p = sr_put(sr_put_heap_addr(t, p, e->at), e->size);
	sr_commit(t, sr_put(sr_put(sr_put(p, 1), key), 2 * (uint64_t)value)); /* no number follows */
}

/* Takes out what lies in [a, a + n), and keeps the order of the rest. */
void sr_ends_cancel(struct sr_thread *t, uint64_t a, uint64_t n)
{
	struct sr_lifetimes *l = &t->lifetimes;
	uint32_t i, kept = 0;

	for (i = 0; i < l->nended; i++) {
		struct sr_ended *e = &l->ended[i];

		if (e->at == a || (e->at - a < n && e->size <= n - (e->at - a)))
			continue;
		l->ended[kept++] = *e;
	}
	l->nended = kept;
}

void sr_ends_write(struct sr_thread *t)
{
	struct sr_lifetimes *l = &t->lifetimes;
	uint32_t i;

	for (i = 0; i < l->nended; i++)
		write_end(t, &l->ended[i]);
	l->nended = 0;
}

void sr_ends_add(struct sr_thread *t, const struct sr_ended *e)
{
	struct sr_lifetimes *l = &t->lifetimes;

	sr_ends_cancel(t, e->at, e->size);
	if (l->nended == SR_ENDED) {
		write_end(t, &l->ended[0]);
		memmove(l->ended, l->ended + 1, (SR_ENDED - 1) * sizeof l->ended[0]);
		l->nended--;
	}
	l->ended[l->nended++] = *e;
}

void __sparse_destroyed(const void *object, size_t n)
{
	SR_INSIDE struct sr_thread *t = sr_begin(SR_free, 0);
	uint64_t a = (uintptr_t)object;

	if (!t)
		return;
	if (n && !sr_own_stack(t, a) && !sr_is_handlers(t, a))
		sr_ends_add(t, &(struct sr_ended){ a, n, sr_stack(t, SR_CALLER), SR_DESTROY });
}
