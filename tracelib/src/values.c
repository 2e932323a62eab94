/* values.c: writes with what they write, in code that was compiled to tell it.
 *
 * Off (record without --values), such a write is one like all others. On, it is
 * recorded when it is the block's first to its place, and each time that the
 * place gets another value than the trace says: the last record of a block is
 * what the block left there. The trace has 32 bits of a hash.
 *
 * Rules: what was recorded last stands in a table of the thread, by granules; an
 * entry that another pushes out may be recorded once too often, never left out.
 * A write that reports no value takes the entries of its bytes away. Memory that
 * the block allocated itself is in no table, as it is in no trace.
 */
#include "../include/sparserec/instrument.h"
#include "filter.h"
#include "values.h"

_Atomic bool sr_values_on;

static struct sr_valueset *set_of(struct sr_thread *t, uint64_t granule)
{
	return &t->values[granule * 0x9e3779b97f4a7c15u >> (64 - SR_VALUE_BITS)];
}

static bool overlap(const struct sr_value *v, uint64_t a, uint64_t n)
{
	return v->at < a + n && a < v->at + v->size;
}

static uint32_t hash_of(uint64_t value)
{
	return (uint32_t)((value ^ value >> 29) * 0x9e3779b97f4a7c15u >> 32);
}

static uint32_t epoch(void) { return (uint32_t)(__sparse_view.epoch >> SPARSE_EPOCH_SHIFT); }

/* All of it: what is written next counts as new. */
static void forget_all(struct sr_thread *t)
{
	unsigned i, k;

	for (i = 0; i < 1u << SR_VALUE_BITS; i++) {
		t->values[i].lost = epoch();
		for (k = 0; k < SR_VALUE_WAYS; k++)
			t->values[i].way[k].size = 0;
	}
}

bool sr_values_forget(struct sr_thread *t, uint64_t a, uint64_t n)
{
	uint64_t granule;
	bool any = false;
	unsigned i;

	if (n > SR_WIPE_MAX) {
		forget_all(t);
		return true;
	}
	for (granule = a >> 3; granule <= (a + n - 1) >> 3; granule++) {
		struct sr_valueset *s = set_of(t, granule);

		for (i = 0; i < SR_VALUE_WAYS; i++)
			if (s->way[i].size && overlap(&s->way[i], a, n)) {
				any |= s->way[i].epoch == epoch();
				s->way[i].size = 0;
				s->lost = epoch();
			}
	}
	return any;
}

/* Whether the trace does not say yet that this is there; it will. */
static bool is_news(struct sr_thread *t, uint64_t a, uint32_t n, uint32_t hash, bool fresh)
{
	struct sr_valueset *s = set_of(t, a >> 3);
	struct sr_value *v, *free_way = NULL;
	bool news = fresh || s->lost == epoch();
	unsigned i;

	for (i = 0; i < SR_VALUE_WAYS; i++) {
		v = &s->way[i];
		if (v->size && v->epoch == epoch() && v->at == a && v->size == n) {
			news |= v->hash != hash;
			v->hash = hash;
			return news;
		}
		if (!v->size || v->epoch != epoch())
			free_way = v;
	}
	if (sr_values_forget(t, a, n))
		news = true;
	if (!news)
		return false;
	if (!free_way) {
		s->lost = epoch();
		free_way = &s->way[s->next++ % SR_VALUE_WAYS];
	}
	*free_way = (struct sr_value){ a, hash, epoch(), n };
	return true;
}

void __sparse_value(const void *p, size_t n, uint64_t value)
{
	struct sr_thread *t = sr_here();
	uint64_t a = (uintptr_t)p;
	uint32_t hash = hash_of(value);
	bool news;

	if (!t || sr_own_stack(t, a))
		return;
	news = sr_access_new(t, a, (unsigned)n, 1);
	if (!sr_values()) {
		if (news)
			sr_write_value(a, n, SR_CALLER, NULL);
		return;
	}
	if ((a & 7) + n > 8) { /* across two granules: always reported, never in the table */
		sr_values_forget(t, a, n);
		news = true;
	} else {
		news = is_news(t, a, (uint32_t)n, hash, news);
	}
	if (news)
		sr_write_value(a, n, SR_CALLER, &hash);
}
