/* stacks.c: stack ids. A stack is (callers, pc); each is defined in the trace
 * right before its first use, per thread, from 1.
 *
 * Rules: frames get their id only when an operation below them is recorded,
 * and keep it until they are popped, so a hot function costs one hash look-up.
 * After SR_MAX_STACKS definitions, or without memory, a new stack is cut to
 * its known callers and counted.
 */
#define _GNU_SOURCE
#include "encode.h"
#include <string.h>
#include <sys/mman.h>

enum { FIRST_CAP = 4096 };

static _Atomic uint64_t cut;

static uint32_t kept_depth(void)
{
	uint32_t depth = __sparse_view.depth / sizeof(struct sparse_frame);

	return depth < SR_MAX_DEPTH ? depth : SR_MAX_DEPTH;
}

static uint32_t slot_of(uint32_t parent, uint64_t pc, uint32_t cap)
{
	uint64_t h = (pc ^ ((uint64_t)parent << 40 | parent)) * 0x9e3779b97f4a7c15u;

	return (uint32_t)(h >> 32) & (cap - 1);
}

static void insert(struct sr_stackdef *defs, uint32_t cap, struct sr_stackdef d)
{
	uint32_t i = slot_of(d.parent, d.pc, cap);

	while (defs[i].id)
		i = (i + 1) & (cap - 1);
	defs[i] = d;
}

static SR_NOINLINE bool grow(struct sr_thread *t)
{
	uint32_t cap = t->defs_cap ? 2 * t->defs_cap : FIRST_CAP, i;
	struct sr_stackdef *defs;

	if (cap > 2 * SR_MAX_STACKS)
		return false;
	defs = mmap(NULL, cap * sizeof *defs, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (defs == MAP_FAILED)
		return false;
	for (i = 0; i < t->defs_cap; i++)
		if (t->defs[i].id)
			insert(defs, cap, t->defs[i]);
	if (t->defs)
		munmap(t->defs, t->defs_cap * sizeof *defs);
	t->defs = defs;
	t->defs_cap = cap;
	return true;
}

static SR_NOINLINE uint32_t define(struct sr_thread *t, uint32_t parent, uint64_t pc)
{
	uint8_t *p;

	sr_module_of(t, pc);
	if (t->defs_used >= SR_MAX_STACKS ||
	    (t->defs_used >= t->defs_cap / 4 * 3 && !grow(t)) || !sr_reserve(t, SR_MAX_RECORD)) {
		atomic_fetch_add(&cut, 1);
		return parent;
	}
	p = t->cur;
	*p++ = SR_stack;
	t->last_stack++;
	p = sr_put(p, parent ? t->last_stack - parent : 0);
	p = sr_put_signed(p, (int64_t)(pc - t->last_pc));
	t->last_pc = pc;
	sr_commit(t, p);
	insert(t->defs, t->defs_cap, (struct sr_stackdef){ pc, parent, t->last_stack });
	t->defs_used++;
	return t->last_stack;
}

static uint32_t intern(struct sr_thread *t, uint32_t parent, uint64_t pc)
{
	uint32_t i;

	if (t->defs_cap)
		for (i = slot_of(parent, pc, t->defs_cap); t->defs[i].id;
		     i = (i + 1) & (t->defs_cap - 1))
			if (t->defs[i].pc == pc && t->defs[i].parent == parent)
				return t->defs[i].id;
	return define(t, parent, pc);
}

/* A module went away, so an address may by now mean something else: what was
 * defined stays as it is, new uses get new definitions. */
static SR_NOINLINE void forget_definitions(struct sr_thread *t)
{
	uint32_t i;

	t->modules_seen = sr_modules_generation();
	if (t->defs)
		memset(t->defs, 0, t->defs_cap * sizeof *t->defs);
	t->defs_used = 0;
	t->known_lo = t->known_hi = 0;
	for (i = 0; i < SR_MAX_DEPTH && (t->frames[i].last_id || t->frames[i].pc); i++)
		t->frames[i].id = t->frames[i].last_id = 0;
}

/* One frame on top of `below`. A place in another module than the function
 * below it was reached through code that keeps no shadow stack (Qt calls a slot,
 * say), so that function shows in no return address: it gets a frame of its own. */
static uint32_t push(struct sr_thread *t, const struct sparse_frame *below, uint32_t id, uint64_t pc)
{
	if (below && pc - below->lo >= below->hi - below->lo)
		id = intern(t, id, below->inside);
	return intern(t, id, pc);
}

static void know_module(struct sr_thread *t, struct sparse_frame *f)
{
	sr_module_of(t, f->inside);
	f->lo = t->known_lo;
	f->hi = t->known_hi;
}

/* Gives frame i its id; that of the frame below it is `parent`. Calls mostly come
 * from where the last one at this depth came from. */
static uint32_t know_frame(struct sr_thread *t, uint32_t i, uint32_t parent)
{
	struct sparse_frame *f = &t->frames[i];

	if (f->last_id && f->last_parent == parent && f->last_pc == f->pc &&
	    f->last_inside == f->inside && f->last_below == (i ? f[-1].inside : 0))
		return f->id = f->last_id;
	f->id = f->pc ? push(t, i ? f - 1 : NULL, parent, f->pc) : parent;
	know_module(t, f);
	f->last_id = f->id;
	f->last_parent = parent;
	f->last_pc = f->pc;
	f->last_inside = f->inside;
	f->last_below = i ? f[-1].inside : 0;
	return f->id;
}

/* The id of the whole shadow stack, of which `depth` frames are kept. */
static uint32_t callers(struct sr_thread *t, uint32_t depth)
{
	uint32_t i, id;

	if (SR_UNLIKELY(t->modules_seen != sr_modules_generation()))
		forget_definitions(t);
	for (i = depth; i > 0 && !t->frames[i - 1].id; i--)
		;
	id = i ? t->frames[i - 1].id : 0;
	for (; i < depth; i++)
		id = know_frame(t, i, id);
	return id;
}

uint32_t sr_stack(struct sr_thread *t, uint64_t pc)
{
	uint32_t depth = kept_depth(), id = callers(t, depth);

	return push(t, depth ? &t->frames[depth - 1] : NULL, id, pc);
}

uint32_t sr_leaf_stack(struct sr_thread *t, uint64_t caller, uint64_t pc)
{
	return intern(t, sr_stack(t, caller), pc);
}

uint64_t sr_stacks_cut(void)
{
	return atomic_load(&cut);
}
