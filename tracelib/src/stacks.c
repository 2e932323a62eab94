/* stacks.c: stack ids. A stack is (callers, pc); each is defined in the trace
 * right before its first use, per thread, from 1.
 *
 * How the id of an operation's stack is found:
 *   1. Every frame has a hash of itself and all below it, worked out when an
 *      operation is recorded in or above it, and valid until it is popped: no
 *      memory is looked at but the shadow stack.
 *   2. The operation's own place makes a last hash of that, and the table says
 *      which id it has.
 *   3. Only where it has none are the frames gone through from the bottom, and
 *      what is not yet defined is defined.
 * What a place had last is remembered (places.h), which mostly spares the second.
 * Two stacks of one hash would be shown as one; with 62 bits and at most
 * SR_MAX_STACKS of them that is one recording in two million.
 *
 * What an allocation or a free is of stands in the trace once as well: a stack of
 * its own on top of that of the call, which adds no place but names the type.
 *
 * Rules: after SR_MAX_STACKS definitions, or without memory, a new stack is cut
 * to its known callers and counted.
 */
#define _GNU_SOURCE
#include "encode.h"
#include "places.h"
#include "../include/sparserec/stock.h"
#include "ring.h"
#include <string.h>
#include <sys/mman.h>

enum { FIRST_CAP = 4096, NOBODY = 1 /* hash of the empty stack */ };

/* In a frame's hash, which entering a function clears: its function waits for a loop, or
 * has waited (where one has, so have those that called it); it has a number. */
#define WAITED (1ull << 63)
#define NUMBERED (1ull << 62)
#define MARKS (WAITED | NUMBERED)
#define HASH(f) ((f)->hash & ~MARKS)

static _Atomic uint64_t cut;

static inline uint64_t generation(void)
{
	return atomic_load_explicit(&sr_modules_generation, memory_order_relaxed);
}

static uint32_t kept_depth(void)
{
	uint32_t depth = __sparse_view.depth / sizeof(struct sparse_frame);

	return depth < SR_MAX_DEPTH ? depth : SR_MAX_DEPTH;
}

/* Never 0, which stands for a frame without a hash and for an empty slot; without marks,
 * so that a stack has one hash, whether it is found by its frames or defined from the bottom. */
static inline uint64_t mix(uint64_t callers, uint64_t pc)
{
	uint64_t h = (callers ^ pc) * 0x9e3779b97f4a7c15u;

	h = (h ^ h >> 29) & ~MARKS;
	return h ? h : NOBODY;
}

static struct sr_stackdef *slot_of(struct sr_stackdef *defs, uint32_t cap, uint64_t hash)
{
	uint64_t i = hash;

	while (defs[i & (cap - 1)].hash && defs[i & (cap - 1)].hash != hash)
		i++;
	return &defs[i & (cap - 1)];
}

static SR_NOINLINE bool grow(struct sr_thread *t)
{
	uint32_t cap = t->defs_cap ? 2 * t->defs_cap : FIRST_CAP, i;
	struct sr_stackdef *defs, *old;

	if (cap > 2 * SR_MAX_STACKS)
		return false;
	defs = mmap(NULL, cap * sizeof *defs, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (defs == MAP_FAILED)
		return false;
	for (i = 0; i < t->defs_cap; i++)
		if (t->defs[i].hash)
			*slot_of(defs, cap, t->defs[i].hash) = t->defs[i];
	old = t->defs;
	t->defs = defs;
	t->defs_cap = cap;
	if (old)
		munmap(old, cap / 2 * sizeof *old);
	return true;
}

static inline uint32_t known_id(struct sr_thread *t, uint64_t hash)
{
	return t->defs_cap ? slot_of(t->defs, t->defs_cap, hash)->id : 0;
}

/* A stack under construction, from the bottom. */
struct chain {
	uint64_t hash;
	uint32_t id;
};

/* Room for one more definition, in the table and in the block. */
static bool room(struct sr_thread *t)
{
	if (t->defs_used < SR_MAX_STACKS && (2 * t->defs_used < t->defs_cap || grow(t)) &&
	    (sr_ring_on ? sr_pen_room(t, SR_MAX_RECORD) : sr_reserve(t, SR_MAX_RECORD)))
		return true;
	atomic_fetch_add(&cut, 1);
	return false;
}

/* The record's code and its callers. */
static uint8_t *begin(struct sr_thread *t, enum sr_code code, const struct chain *c)
{
	uint8_t *p = sr_ring_on ? t->pen.cur : t->cur;

	*p++ = (uint8_t)code;
	return sr_put(p, c->id ? t->last_stack + 1 - c->id : 0);
}

/* Who reads the trace counts these records, so the number goes up with the commit, though
 * a signal handler may jump out between any two instructions: sr_stacks_left. */
static void commit(struct sr_thread *t, uint8_t *p)
{
	t->defining = t->last_stack + 1;
	atomic_signal_fence(memory_order_seq_cst);
	t->defines = p;
	if (sr_ring_on)
		sr_pen_commit(t, p);
	else
		sr_commit(t, p);
	atomic_signal_fence(memory_order_seq_cst);
	t->last_stack = t->defining;
	atomic_signal_fence(memory_order_seq_cst);
	t->defines = NULL;
}

void sr_stacks_left(struct sr_thread *t)
{
	struct sr_block *b = sr_ring_on ? t->pen.block : t->block;

	if (t->defines && b && t->defines == b->payload + atomic_load(&b->committed))
		t->last_stack = t->defining;
	t->defines = NULL;
	t->pen.end = t->pen.cur; /* what the next one is told against may have moved */
}

static void finish(struct sr_thread *t, struct chain *c, uint8_t *p)
{
	commit(t, p);
	c->id = t->last_stack;
	*slot_of(t->defs, t->defs_cap, c->hash) = (struct sr_stackdef){ c->hash, c->id, 0 };
	t->defs_used++;
}

static void define(struct sr_thread *t, struct chain *c, uint64_t pc)
{
	uint64_t *last = sr_ring_on ? &t->pen.last_pc : &t->last_pc;
	uint8_t *p;

	sr_module_of(t, pc);
	if (!room(t))
		return;
	p = sr_put_signed(begin(t, SR_stack, c), (int64_t)(pc - *last));
	*last = pc;
	finish(t, c, p);
}

static void add(struct sr_thread *t, struct chain *c, uint64_t pc)
{
	uint32_t id;

	c->hash = mix(c->hash, pc);
	id = known_id(t, c->hash);
	if (id)
		c->id = id;
	else
		define(t, c, pc);
}

/* A place in another module than the function below it was reached through code
 * that keeps no shadow stack (Qt calls a slot, say), so that function shows in no
 * return address: it gets a frame of its own. */
static inline bool is_gap(const struct sparse_frame *below, uint64_t pc)
{
	return pc - below->lo >= below->hi - below->lo;
}

static inline uint64_t on_top(const struct sparse_frame *below, uint64_t callers, uint64_t pc)
{
	if (below && SR_UNLIKELY(is_gap(below, pc)))
		callers = mix(callers, below->inside);
	return mix(callers, pc);
}

static void add_on_top(struct sr_thread *t, const struct sparse_frame *below, struct chain *c, uint64_t pc)
{
	if (below && is_gap(below, pc))
		add(t, c, below->inside);
	add(t, c, pc);
}

/* A module went away, so an address may by now mean something else: what was
 * defined stays as it is, new uses get new definitions. */
static SR_NOINLINE void forget_definitions(struct sr_thread *t)
{
	uint64_t seen = generation();
	uint32_t i;

	if (t->defs)
		memset(t->defs, 0, t->defs_cap * sizeof *t->defs);
	t->defs_used = 0;
	for (i = 0; i < SR_STEPS; i++)
		t->steps[i].callers = 0; /* the stack is still what the next one is told against */
	for (i = 0; i < SR_PLACED; i++)
		t->placed[i].id = 0;
	t->known_lo = t->known_hi = 0;
	for (i = 0; i < SR_MAX_DEPTH && (t->frames[i].hi || t->frames[i].pc); i++) {
		t->frames[i].hash &= MARKS;
		t->frames[i].lo = t->frames[i].hi = 0;
	}
	atomic_signal_fence(memory_order_seq_cst);
	t->modules_seen = seen; /* the last: whoever jumps out in here leaves it to be done again */
}

static SR_NOINLINE void find_module(struct sr_thread *t, struct sparse_frame *f)
{
	sr_module_of(t, f->inside);
	f->lo = t->known_lo;
	f->hi = t->known_hi;
}

/* Code without a shadow stack is perhaps an interpreter's, and a script's functions call it. */
static SR_NOINLINE struct chain script(struct sr_thread *t, bool wanted)
{
	uint64_t pcs[SPARSE_GIVEN_DEPTH];
	struct chain c = { NOBODY, 0 };

	for (uint32_t n = __sparse_script_frames(pcs, SPARSE_GIVEN_DEPTH); n-- > 0;)
		if (wanted)
			add(t, &c, pcs[n]);
		else
			c.hash = mix(c.hash, pcs[n]);
	return c;
}

static inline bool scripts(void) { return &__sparse_scripts && __sparse_scripts; }

/* The hash of the shadow stack, of which `depth` frames are kept. */
static inline uint64_t callers(struct sr_thread *t, uint32_t depth)
{
	struct sparse_frame *f = t->frames + depth, *end = f;
	uint64_t hash;

	if (SR_UNLIKELY(t->modules_seen != generation()))
		forget_definitions(t);
	if (SR_UNLIKELY(!depth && scripts()))
		return script(t, false).hash;
	while (f > t->frames && !HASH(f - 1))
		f--;
	for (hash = f > t->frames ? HASH(f - 1) : NOBODY; f < end; f++) {
		if (f->pc)
			hash = on_top(f > t->frames ? f - 1 : NULL, hash, f->pc);
		f->hash = hash | (f->hash & MARKS);
		if (SR_UNLIKELY(f->inside - f->lo >= f->hi - f->lo))
			find_module(t, f);
	}
	return hash;
}

/* The same from the bottom, with ids. */
static struct chain define_callers(struct sr_thread *t, uint32_t depth)
{
	struct chain c = { NOBODY, 0 };
	uint32_t i;

	if (!depth && scripts())
		return script(t, true);
	for (i = 0; i < depth; i++)
		if (t->frames[i].pc)
			add_on_top(t, i ? &t->frames[i - 1] : NULL, &c, t->frames[i].pc);
	return c;
}

/* `leaf` is 0 or a last place on top. */
static SR_NOINLINE uint32_t define_all(struct sr_thread *t, uint32_t depth, uint64_t pc, uint64_t leaf)
{
	struct chain c = define_callers(t, depth);

	add_on_top(t, depth ? &t->frames[depth - 1] : NULL, &c, pc);
	if (leaf)
		add(t, &c, leaf);
	return c.id;
}

uint64_t sr_callers_hash(struct sr_thread *t) { return callers(t, kept_depth()); }

/* A signal handler that jumps out in between leaves no half of an entry behind. */
static void remember(struct sr_placed *placed, const struct sr_placed *what)
{
	placed->id = 0;
	atomic_signal_fence(memory_order_seq_cst);
	placed->pc = what->pc;
	placed->with = what->with;
	placed->callers = what->callers;
	atomic_signal_fence(memory_order_seq_cst);
	placed->id = what->id;
}

static SR_NOINLINE uint32_t define_typed(struct sr_thread *t, uint64_t hash, uint64_t pc, const char *type)
{
	struct chain c = { hash, sr_stack(t, pc) };
	uint32_t name = sr_string(t, type, strlen(type));

	if (name && c.id && room(t)) {
		if (!sr_ring_on)
			sr_mark(t); /* another thread may have defined the text just now */
		finish(t, &c, sr_put(begin(t, SR_typed, &c), name));
	}
	return c.id;
}

/* What is on top of the shadow stack: a place; or a function that has no frame, by where it was
 * called, and the place in it; or a place and the type that is made or freed there. */
struct top {
	uint64_t pc, caller;
	const char *type;
};

static SR_NOINLINE uint32_t define_top(struct sr_thread *t, uint32_t depth, uint64_t hash, const struct top *top)
{
	if (top->type)
		return define_typed(t, hash, top->pc, top->type);
	return top->caller ? define_all(t, depth, top->caller, top->pc) : define_all(t, depth, top->pc, 0);
}

/* What is cut is counted each time, and a place in another module than the function on top depends
 * on where that is by now: neither is remembered. */
static inline __attribute__((always_inline))
uint32_t found(struct sr_thread *t, const struct top top)
{
	uint32_t depth = kept_depth();
	const struct sparse_frame *below = depth ? &t->frames[depth - 1] : NULL;
	uint64_t under = callers(t, depth), at = top.caller ? top.caller : top.pc, hash;
	struct sr_placed what = { top.pc, top.caller | (uintptr_t)top.type, under << SR_FRAME_MARKS, 0 };
	struct sr_placed *placed = sr_placed(t, top.pc, what.callers);
	bool simple = depth < SR_MAX_DEPTH && !(below && is_gap(below, at));

	if (simple && placed->pc == what.pc && placed->with == what.with && placed->callers == what.callers && placed->id)
		return placed->id;
	hash = on_top(below, under, at);
	if (top.caller)
		hash = mix(hash, top.pc);
	if (top.type)
		hash = mix(hash, (uintptr_t)top.type);
	what.id = known_id(t, hash);
	if (SR_UNLIKELY(!what.id)) {
		what.id = define_top(t, depth, hash, &top);
		simple = simple && known_id(t, hash) == what.id;
	}
	if (simple && what.id)
		remember(placed, &what);
	return what.id;
}

uint32_t sr_stack(struct sr_thread *t, uint64_t pc) { return found(t, (struct top){ pc, 0, NULL }); }

uint32_t sr_stack_found(struct sr_thread *t, uint64_t pc, uint64_t caller)
{
	return caller ? found(t, (struct top){ pc, caller, NULL }) : sr_stack(t, pc);
}

uint32_t sr_typed_found(struct sr_thread *t, uint64_t pc, const char *type)
{
	return found(t, (struct top){ pc, 0, type });
}

uint32_t sr_callers(struct sr_thread *t, uint32_t depth)
{
	uint32_t id = known_id(t, callers(t, depth));

	return id ? id : define_callers(t, depth).id;
}

void sr_stack_waits(struct sr_thread *t)
{
	struct sparse_frame *f = t->frames + kept_depth();

	while (f > t->frames && !(f[-1].hash & WAITED))
		(--f)->hash |= WAITED;
}

bool sr_stack_has_waited(struct sr_thread *t)
{
	uint32_t depth = kept_depth();

	return depth && t->frames[depth - 1].hash & WAITED;
}

/* What stands in a frame changes while its function runs, so an activation has a number. */
uint64_t sr_activation(struct sr_thread *t, uint32_t depth)
{
	struct sparse_frame *f = &t->frames[depth - 1];

	if (!(f->hash & NUMBERED)) {
		f->hash |= NUMBERED;
		t->activations[depth - 1] = ++t->last_activation;
	}
	return t->activations[depth - 1];
}

bool sr_activation_is(const struct sr_thread *t, uint32_t depth, uint64_t number)
{
	return t->frames[depth - 1].hash & NUMBERED && t->activations[depth - 1] == number;
}

uint32_t sr_given_stack(struct sr_thread *t, const uint64_t *pcs, uint32_t n)
{
	struct chain c = { NOBODY, 0 };

	if (SR_UNLIKELY(t->modules_seen != generation()))
		forget_definitions(t);
	while (n-- > 0)
		add(t, &c, pcs[n]);
	return c.id;
}

uint64_t sr_stacks_cut(void)
{
	return atomic_load(&cut);
}
