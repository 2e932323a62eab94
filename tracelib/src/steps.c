/* steps.c: what code that reports data flow does, step by step (flow.c says when).
 *
 * A step is written as its first site, the stack if it has accesses and that is not
 * the one which the site had last, and its words: an address as difference to the
 * one that it was last time, or to the previous address of all; a value as 28 bits
 * of a hash. So most steps of a loop take one byte for each of these.
 *
 * Rules: nothing here looks at memory of the program but the sites' own. Addresses
 * that no program can have (tagged pointers, say) are written as 0. Where data flow
 * is not recorded, the accesses of a step are reported by themselves.
 */
#define _GNU_SOURCE
#include "../include/sparserec/instrument.h"
#include "budget.h"
#include "filter.h"
#include "flow.h"

enum { STEP = 7 << 5, NEAR = 1, OWN = 2, READ_SITE = 1, WRITE_SITE = 2, MAX_WORDS = 8 };

static inline unsigned addresses(uint32_t shape) { return shape & 255; }
static inline unsigned values(uint32_t shape) { return shape >> 8 & 255; }
static inline unsigned accesses(uint32_t shape) { return shape >> 16 & 255; }
static inline unsigned sites(uint32_t shape) { return shape >> 24; }

static inline uint32_t hash_of(uint64_t value)
{
	return (uint32_t)((value ^ value >> 29) * 0x9e3779b97f4a7c15u >> 36);
}

/* sr_put without a loop, whose end cannot be predicted where lengths are random: the
 * groups of 7 bits are spread over a word, which is written as a whole. There is room. */
static inline uint8_t *put(uint8_t *p, uint64_t v)
{
	uint64_t x;
	unsigned more;

	if (v < 0x80) {
		*p = (uint8_t)v;
		return p + 1;
	}
	if (SR_UNLIKELY(v >> 56))
		return sr_put(p, v);
	x = (v & 0x0fffffff) | (v & 0xfffffff0000000) << 4;
	x = (x & 0x00003fff00003fff) | (x & 0x0fffc0000fffc000) << 2;
	x = (x & 0x007f007f007f007f) | (x & 0x3f803f803f803f80) << 1;
	more = (63 - (unsigned)__builtin_clzll(v)) / 7;
	x |= 0x0080808080808080 & ((1ull << 8 * more) - 1);
	__builtin_memcpy(p, &x, sizeof x);
	return p + more + 1;
}

static inline uint8_t *put_address(struct sr_thread *t, uint8_t *p, uint32_t site, unsigned k, uint64_t a)
{
	uint64_t *at = &t->step_at[(site + k) % SR_STEPS], far, near;
	unsigned own = a - t->stack_lo < t->stack_len ? OWN : 0;

	if (SR_UNLIKELY(a >> 47))
		a = 0;
	far = sr_zigzag(a - *at);
	near = sr_zigzag(a - t->last_addr);
	t->last_addr = *at = a;
	return put(p, far <= near ? far << 2 | own : near << 2 | own | NEAR);
}

/* The callers of the place at hand, mostly as the frame knows them already. */
static inline uint64_t callers(struct sr_thread *t)
{
	uint32_t depth = __sparse_view.depth;
	const struct sparse_frame *f = (const struct sparse_frame *)((const char *)t->frames + depth) - 1;

	if (depth > 0 && depth <= sizeof t->frames && f->hash &&
	    t->modules_seen == atomic_load_explicit(&sr_modules_generation, memory_order_relaxed))
		return f->hash;
	return sr_callers_hash(t);
}

/* The head: the site, and the stack where it is another one than last time. NULL:
 * there is no room. */
static inline uint8_t *put_head(struct sr_thread *t, const struct sparse_site *s, uint64_t pc)
{
	struct sr_step *last = &t->steps[s->number % SR_STEPS];
	uint64_t hash = 0, ref;
	uint32_t stack = 0, before = 0;
	bool changed = false;
	uint8_t *p;

	if (accesses(s->shape))
		hash = callers(t);
	if (SR_UNLIKELY(last->callers != hash || last->site != s->number)) {
		sr_set_flag(SR_FLAG_INSTRUMENTED);
		sr_flow_define(t); /* a site whose entry this is was defined */
		if (accesses(s->shape))
			stack = sr_stack(t, pc);
		if (!sr_reserve(t, SR_MAX_RECORD))
			return NULL;
		before = last->stack;
		if (!accesses(s->shape))
			stack = before;
		*last = (struct sr_step){ hash, s->number, stack };
		changed = stack != before;
	}
	sr_catch_up(t);
	p = t->cur;
	*p++ = SR_read | STEP;
	ref = sr_zigzag((uint64_t)s->number - t->next_site) << 1;
	t->next_site = s->number + sites(s->shape);
	return SR_UNLIKELY(changed) ? sr_put_signed(sr_put(p, ref | 1), (int64_t)stack - before) : put(p, ref);
}

static inline __attribute__((always_inline)) void put_step(struct sr_thread *t, const struct sparse_site *s, const uint64_t *words, uint64_t pc)
{
	unsigned n = addresses(s->shape), all = n + values(s->shape), k;
	uint8_t *p = put_head(t, s, pc);

	if (SR_UNLIKELY(!p))
		return;
	for (k = 0; k < n; k++)
		p = put_address(t, p, s->number, k, words[k]);
	for (; k < all; k++)
		p = put(p, hash_of(words[k]));
	sr_commit(t, p);
	t->run.end = NULL;
}

/* Counts what a refused step was to say; the first of it was counted. */
static SR_NOINLINE void refused(uint32_t shape)
{
	unsigned told = accesses(shape), rest = sites(shape) - told;

	if (atomic_load_explicit(&sr_refused, memory_order_relaxed) < SR_ACCESS || sr_tls.held)
		return;
	atomic_fetch_add_explicit(&sr_header->lost_by[SR_read], told ? told - 1 : 0, memory_order_relaxed);
	atomic_fetch_add_explicit(&sr_header->lost_by[SR_flow], told ? rest : rest - 1, memory_order_relaxed);
}

static uint64_t number_at(const uint8_t **p)
{
	uint64_t x = 0;
	unsigned shift = 0;

	do
		x |= (uint64_t)(**p & 127) << shift;
	while (shift += 7, *(*p)++ & 128);
	return x;
}

/* The accesses of a step by themselves: from the bytes of its sites. */
static SR_NOINLINE void plain(const struct sparse_site *s, const uint64_t *words, uint64_t pc)
{
	unsigned i;

	if (atomic_load_explicit(&sr_state, memory_order_relaxed) == SR_OFF || accesses(s->shape) == 0)
		return;
	for (i = 0; i < sites(s->shape); i++) {
		const uint8_t *p = sr_flow_site(s->number + i);
		uint64_t kind, size, word, zigzag;

		if (!p)
			return;
		kind = number_at(&p);
		if (number_at(&p))
			number_at(&p);
		if (kind != READ_SITE && kind != WRITE_SITE)
			continue;
		size = number_at(&p);
		word = number_at(&p);
		zigzag = number_at(&p);
		if (word < addresses(s->shape))
			sr_plain_access(kind == WRITE_SITE, (const void *)(uintptr_t)(words[word] + (zigzag >> 1 ^ -(zigzag & 1))), size, pc);
	}
}

static inline __attribute__((always_inline)) void step(const struct sparse_site *s, const uint64_t *words, uint64_t pc)
{
	SR_INSIDE struct sr_thread *t = NULL;

	if (SR_UNLIKELY(!s->number))
		return;
	if (SR_UNLIKELY(!sr_flow())) {
		plain(s, words, pc);
		return;
	}
	t = sr_begin(accesses(s->shape) ? SR_read : SR_flow, 0);
	if (SR_UNLIKELY(!t)) {
		refused(s->shape);
		return;
	}
	if (sr_reserve(t, SR_MAX_RECORD))
		put_step(t, s, words, pc);
}

void __sparse_flow_step0(const struct sparse_site *s) { step(s, NULL, SR_CALLER); }
void __sparse_flow_step1(const struct sparse_site *s, uint64_t a) { step(s, &a, SR_CALLER); }

void __sparse_flow_step2(const struct sparse_site *s, uint64_t a, uint64_t b)
{
	step(s, (uint64_t[]){ a, b }, SR_CALLER);
}

void __sparse_flow_step3(const struct sparse_site *s, uint64_t a, uint64_t b, uint64_t c)
{
	step(s, (uint64_t[]){ a, b, c }, SR_CALLER);
}

void __sparse_flow_step4(const struct sparse_site *s, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
	step(s, (uint64_t[]){ a, b, c, d }, SR_CALLER);
}

void __sparse_flow_step5(const struct sparse_site *s, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e)
{
	step(s, (uint64_t[]){ a, b, c, d, e }, SR_CALLER);
}

void __sparse_flow_step8(const struct sparse_site *s, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e,
			 uint64_t f, uint64_t g, uint64_t h)
{
	step(s, (uint64_t[MAX_WORDS]){ a, b, c, d, e, f, g, h }, SR_CALLER);
}
