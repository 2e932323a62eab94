/* access.c: what instrumented code calls.
 *
 * Code that was instrumented for speed asks the filter by itself (hooks.h) and
 * comes here, through slow_x86_64.S, with what is new. Unoptimised code, and code of
 * other machines than x86-64, calls a function for each access; its fast path
 * asks the filter and saves no register (a test looks at the machine code). No
 * fast path takes a guard, for a signal handler that comes in between can only
 * make it record once too often.
 */
#include "../include/sparserec/instrument.h"
#include "budget.h"
#include "commute.h"
#include "filter.h"
#include "flow.h"
#include "places.h"

enum { READ = 0, WRITE = 1, LARGE = 4096 };

/* The mode of an access, as it is written, and bits that are not: somebody wrote
 * this one into a program by hand, so it is recorded by itself; LINK and LOOSE, which are
 * written as others; and between them what a commuting operation is. */
enum { USE = 1, ATOMIC = 2, VALUE = 4, VPTR = 8, HELD = 16, BY_HAND = 32, LINK = 64, COMMUTES = 128, WAS = 256, LOOSE = 1 << 13 };
enum { HOW = (SPARSE_HOW_ATOMIC << 1) - 1 };
_Static_assert(WAS < 1 << SPARSE_HOW_SHIFT && LOOSE > HOW << SPARSE_HOW_SHIFT, "no two of them are one bit");
enum { LINK_WRITTEN = 512, LOOSE_WRITTEN = 1024 };

static unsigned written(unsigned mode)
{
	return (mode & ~(LINK | LOOSE)) | (mode & LINK ? LINK_WRITTEN : 0) | (mode & LOOSE ? LOOSE_WRITTEN : 0);
}

/* Where an access stands: `caller` is 0 in a function that has a frame. One that
 * reports a value has a frame, and the value there: two registers hold it all. */
struct place {
	uint64_t pc;
	union { uint64_t caller, value; };
};

/* The access that is the block's last record may go on: bytes right behind it,
 * touched from the same place. Then it is written again with more bytes. For the
 * moment that this takes it is not committed. */
static inline bool extend(struct sr_thread *t, int write, uint64_t a, uint64_t n, uint32_t stack)
{
	struct sr_run *r = &t->run;
	uint8_t *p = r->size_at;

	if (r->next != a || r->end != t->cur || r->write != write || t->last_ref != stack ||
	    r->n + n > SR_MAX_RUN || t->end - t->cur < SR_MAX_RECORD ||
	    atomic_load_explicit(&sr_order.last_op, memory_order_relaxed) != t->seen_op)
		return false;
	sr_commit(t, r->start);
	*r->start = (uint8_t)((write ? SR_write : SR_read) | 5 << 5);
	r->n += n;
	r->next = a + n;
	t->went_to[stack % SR_PLACES] = r->next;
	r->end = sr_put(p, r->n);
	sr_commit(t, r->end);
	return true;
}

static inline uint8_t shape_of(uint64_t n)
{
	static const uint8_t of[17] = { 5 << 5, 0 << 5, 1 << 5, 5 << 5, 2 << 5, 5 << 5, 5 << 5, 5 << 5, 3 << 5,
					5 << 5, 5 << 5, 5 << 5, 5 << 5, 5 << 5, 5 << 5, 5 << 5, 4 << 5 };

	return n <= 16 ? of[n] : 5 << 5;
}

/* The record up to where `shape` says what follows. */
static inline uint8_t *put_head(struct sr_thread *t, int write, uint64_t a, uint64_t n, uint8_t shape, uint32_t stack)
{
	struct sr_run *r = &t->run;
	uint8_t *p = t->cur;

	r->start = p;
	r->write = write;
	r->n = n;
	r->next = a + n;
	*p++ = (uint8_t)((write ? SR_write : SR_read) | shape);
	return r->size_at = sr_put_access(t, p, a, n, stack);
}

static SR_NOINLINE void put(struct sr_thread *t, int write, uint64_t a, uint64_t n, unsigned mode, uint64_t value,
			    uint32_t stack, uint32_t commutes)
{
	uint8_t *p;

	sr_catch_up(t);
	t->run.end = NULL;
	p = put_head(t, write, a, n, mode & ~BY_HAND ? 6 << 5 : shape_of(n), stack);
	if (mode & ~BY_HAND || shape_of(n) == 5 << 5)
		p = sr_put(p, n);
	if (mode & ~BY_HAND)
		p = sr_put(p, written(mode));
	if (mode & (VALUE | WAS))
		p = sr_put(p, value);
	if (mode & COMMUTES)
		p = sr_put(p, commutes);
	sr_commit(t, p);
	if (!mode)
		t->run.end = t->cur;
}

/* What nearly all accesses are: nothing is to be said but who, where and how much. */
static inline __attribute__((always_inline))
void put_plain(struct sr_thread *t, int write, uint64_t a, uint64_t n, uint32_t stack)
{
	uint8_t shape = shape_of(n), *p;

	if (extend(t, write, a, n, stack) || !sr_reserve(t, SR_MAX_RECORD))
		return;
	sr_catch_up(t);
	t->run.end = NULL;
	p = put_head(t, write, a, n, shape, stack);
	if (SR_UNLIKELY(shape == 5 << 5))
		p = sr_put(p, n);
	sr_commit(t, p);
	t->run.end = p;
}

static SR_NOINLINE void record(int write, uint64_t a, uint64_t n, unsigned mode, struct place at)
{
	SR_INSIDE struct sr_thread *t = sr_begin(write ? SR_write : SR_read, 0);
	uint32_t stack, part_of;

	if (!t || (sr_tls.dead && sr_own_stack(t, a)))
		return;
	part_of = sr_commutes(t, mode >> SPARSE_HOW_SHIFT & HOW);
	mode = (mode & ~(HOW << SPARSE_HOW_SHIFT)) | (part_of ? COMMUTES : 0);
	stack = sr_stack_at(t, at.pc, mode & (VALUE | WAS) ? 0 : at.caller);
	if (!mode)
		put_plain(t, write, a, n, stack);
	else if (sr_reserve(t, SR_MAX_RECORD))
		put(t, write, a, n, mode, at.value, stack, part_of);
}

/* Reads, writes or does both, the read first: one look at the stack serves them. */
static SR_NOINLINE void record_plain(unsigned what, uint64_t a, unsigned n, uint64_t pc, uint64_t caller)
{
	SR_INSIDE struct sr_thread *t = sr_begin(what & SPARSE_READ ? SR_read : SR_write,
						 (what & SPARSE_READ && what & SPARSE_WRITE) ? SR_write : 0);
	uint32_t stack;

	if (!t)
		return;
	stack = sr_stack_at(t, pc, caller);
	if (what & SPARSE_READ)
		put_plain(t, READ, a, n, stack);
	if (what & SPARSE_WRITE)
		put_plain(t, WRITE, a, n, stack);
}

/* A thread that has given its state back has no filter that could be asked: what comes after,
 * of signal handlers and the last destructors, is recorded each time. */
static void record_late(int write, uint64_t a, uint64_t n, unsigned mode, struct place at)
{
	if (sr_tls.dead)
		record(write, a, n, mode, at);
}

/* The filter learns of the own stack as well, so that it is asked about no
 * more than once a block. */
static SR_NOINLINE void touch(unsigned what, uint64_t a, uint64_t pc, uint64_t caller)
{
	struct sr_thread *t = sr_here();
	unsigned n = what & SPARSE_SIZE, mode = what & SPARSE_USE ? USE : 0, news;
	struct place at = { .pc = pc, .caller = caller };

	if (SR_UNLIKELY(!t)) {
		if (what & SPARSE_READ)
			record_late(READ, a, n, mode, at);
		if (what & SPARSE_WRITE)
			record_late(WRITE, a, n, mode, at);
		return;
	}
	sr_set_flag(SR_FLAG_INSTRUMENTED);
	news = sr_access_news(t, a, n, what);
	if (!news || sr_own_stack(t, a))
		return;
	if (!SR_UNLIKELY(mode || t->commuting)) {
		record_plain(news, a, n, pc, caller);
		return;
	}
	if (news & SPARSE_READ)
		record(READ, a, n, mode, at);
	if (news & SPARSE_WRITE)
		record(WRITE, a, n, mode, at);
}

/* One record, of a write, for all of the operation. */
static SR_NOINLINE void commute(uint64_t a, unsigned n, unsigned how, struct place at)
{
	struct sr_thread *t = sr_here();
	unsigned mode = how << SPARSE_HOW_SHIFT | (how & SPARSE_HOW_ATOMIC ? ATOMIC : 0);

	if (!t) {
		record_late(WRITE, a, n, mode, at);
		return;
	}
	sr_set_flag(SR_FLAG_INSTRUMENTED);
	if (sr_access_seen(a, n, READ) && sr_access_seen(a, n, WRITE))
		return;
	if (t->owns && sr_own_knows(t, a, n))
		return;
	t->commuted = __sparse_view.epoch;
	if (sr_commute_new(t, a, n, how) && !sr_own_stack(t, a))
		record(WRITE, a, n, mode, at);
}

#pragma GCC visibility push(hidden)
/* slow_x86_64.S comes here. */
void sr_touch(const void *p, uint32_t what, uint64_t pc, uint64_t caller);
void sr_push(const void *caller, const void *inside);
#pragma GCC visibility pop

void sr_touch(const void *p, uint32_t what, uint64_t pc, uint64_t caller)
{
	if (SR_UNLIKELY(what & SPARSE_COMMUTES))
		commute((uintptr_t)p, what & SPARSE_SIZE, what >> SPARSE_HOW_SHIFT, (struct place){ .pc = pc, .caller = caller });
	else
		touch(what, (uintptr_t)p, pc, caller);
}

static inline __attribute__((always_inline))
void access(const void *p, unsigned what, uint64_t pc)
{
	struct sr_thread *t = sr_tls.t;
	uint64_t a = (uintptr_t)p;
	unsigned n = what & SPARSE_SIZE;

	if (SR_UNLIKELY(!t)) {
		if (atomic_load_explicit(&sr_state, memory_order_relaxed) != SR_OFF)
			touch(what, a, pc, 0);
		return;
	}
	if ((!(what & SPARSE_READ) || sr_access_seen(a, n, READ)) && (!(what & SPARSE_WRITE) || sr_access_seen(a, n, WRITE)))
		return;
	touch(what, a, pc, 0);
}

#define COMMUTE(n) \
	void __sparse_commute##n(const void *p, uint32_t how) \
	{ \
		sr_touch(p, n | SPARSE_COMMUTES | how << SPARSE_HOW_SHIFT, SR_CALLER, 0); \
	}
COMMUTE(1) COMMUTE(2) COMMUTE(4) COMMUTE(8)

static void range(int write, const void *p, uint64_t n, unsigned mode, uint64_t pc)
{
	struct sr_thread *t = sr_here();
	uint64_t a = (uintptr_t)p, at, step;
	bool own = t && sr_own_has(t, a, n), fresh = n > LARGE && !own;

	if (!t && n > 0)
		record_late(write, a, n, mode, (struct place){ .pc = pc });
	if (!t || n == 0 || sr_own_stack(t, a))
		return;
	for (at = a; !own && (!fresh || n <= LARGE); at += step) {
		step = 16 < a + n - at ? 16 : a + n - at;
		if (step == 0)
			break;
		fresh |= sr_access_new(t, at, (unsigned)step, (unsigned)write);
	}
	if (SR_UNLIKELY(write && sr_values()))
		fresh |= sr_values_forget(t, a, n);
	if (fresh)
		record(write, a, n, mode, (struct place){ .pc = pc });
}

void sr_write_link(const void *p, uint64_t pc) { range(WRITE, p, sizeof p, LINK, pc); }
void sr_write_held(const void *p, uint64_t pc) { range(WRITE, p, sizeof p, HELD, pc); }
void sr_read_link(const void *p, uint64_t pc) { range(READ, p, sizeof p, LINK, pc); }
void sr_plain_access(int write, const void *p, uint64_t n, uint64_t pc) { range(write, p, n, 0, pc); }

void sr_write_value(uint64_t a, uint64_t n, uint64_t pc, const uint32_t *hash)
{
	sr_set_flag(SR_FLAG_INSTRUMENTED);
	record(WRITE, a, n, hash ? VALUE : 0, (struct place){ .pc = pc, .value = hash ? *hash : 0 });
}

/* A small number is itself, of others there is a hash: three bytes of the trace. */
static uint32_t short_of(uint64_t value)
{
	enum { SMALL = 1 << 20 };

	return value < SMALL ? (uint32_t)value : SMALL + (uint32_t)((value ^ value >> 29) * 0x9e3779b97f4a7c15u >> 44);
}

static struct sr_found *found_at(struct sr_thread *t, uint64_t a) { return &t->found[(a >> 3 ^ a >> 9) % SR_FOUND]; }

/* Whether an atomic load finds what somebody else may have written since the last one in this
 * block: it waited for that, however often the address was seen, and on the own stack, too.
 * Of a variable whose value never stays, no more than so many are told; and of two that are
 * remembered in one place, one. */
static bool finds_news(struct sr_thread *t, uint64_t a, uint32_t value)
{
	enum { MOST = 256 };
	struct sr_found *f = found_at(t, a);
	bool now = f->epoch == __sparse_view.epoch, news = !now && sr_own_stack(t, a);

	if (now && f->at != a)
		return false;
	if (now)
		news = (f->wrote || f->value != value) && f->news++ < MOST;
	*f = (struct sr_found){ a, __sparse_view.epoch, value, now ? f->news : 0, false };
	return news;
}

/* After a store of the thread's own, what the next load finds may be somebody else's. */
static void found_before(struct sr_thread *t, uint64_t a)
{
	struct sr_found *f = found_at(t, a);

	if (f->at == a && f->epoch == __sparse_view.epoch)
		f->wrote = true;
}

/* An atomic operation. What reads and writes is told as both where its write is news: else a
 * load that came before in the block would make it a store. A load says what it finds, a write
 * what it finds or overwrites; the read of an operation that writes says nothing, and so
 * is told from a load. SR_LOOSE: it is a relaxed load, or adds. */
void sr_atomic_access(unsigned what, const void *p, uint64_t n, const uint64_t *was, uint64_t pc)
{
	struct sr_thread *t = sr_here();
	uint64_t a = (uintptr_t)p;
	bool writes = what & SPARSE_WRITE, reads = what & SPARSE_READ;
	struct place at = { .pc = pc }, finds = { .pc = pc, .value = was ? short_of(*was) : 0 };
	unsigned loose = what & SR_LOOSE ? LOOSE : 0, mode = ATOMIC | (was ? WAS : 0) | loose;
	bool own = t ? sr_own_stack(t, a) || sr_own_has(t, a, n) : n == 0;
	bool changed = t && was && !writes && finds_news(t, a, (uint32_t)finds.value), wrote, read;

	if (t && !reads)
		found_before(t, a);
	if (own && !changed)
		return;
	wrote = writes && (t ? sr_access_new(t, a, (unsigned)n, WRITE) : sr_tls.dead);
	if (t && sr_values() && writes)
		wrote |= sr_values_forget(t, a, n);
	read = reads && (t ? sr_access_new(t, a, (unsigned)n, READ) : sr_tls.dead);
	if (read || changed || (reads && wrote))
		record(READ, a, n, writes ? ATOMIC | loose : mode, writes ? at : finds);
	if (wrote)
		record(WRITE, a, n, mode, finds);
}

#define ACCESS(n) \
	void __sparse_read##n(const void *p) { access(p, n | SPARSE_READ, SR_CALLER); } \
	void __sparse_write##n(const void *p) { access(p, n | SPARSE_WRITE, SR_CALLER); } \
	void __sparse_unaligned_read##n(const void *p) { access(p, n | SPARSE_READ, SR_CALLER); } \
	void __sparse_unaligned_write##n(const void *p) { access(p, n | SPARSE_WRITE, SR_CALLER); } \
	void __sparse_update##n(const void *p) { access(p, n | SPARSE_READ | SPARSE_WRITE, SR_CALLER); } \
	void __sparse_unaligned_update##n(const void *p) { access(p, n | SPARSE_READ | SPARSE_WRITE, SR_CALLER); }
ACCESS(1) ACCESS(2) ACCESS(4) ACCESS(8) ACCESS(16)
void __sparse_read_range(const void *p, size_t n) { range(READ, p, n, 0, SR_CALLER); }
void __sparse_write_range(const void *p, size_t n) { range(WRITE, p, n, 0, SR_CALLER); }
void __sparse_atomic_read(const void *p, size_t n) { sr_atomic_access(SPARSE_READ, p, n, NULL, SR_CALLER); }
void __sparse_atomic_write(const void *p, size_t n) { sr_atomic_access(SPARSE_WRITE, p, n, NULL, SR_CALLER); }
void __sparse_atomic_rmw(const void *p, size_t n) { sr_atomic_access(SPARSE_READ | SPARSE_WRITE, p, n, NULL, SR_CALLER); }

void __sparse_atomic_load(const void *p, size_t n, uint64_t was)
{
	sr_atomic_access(SPARSE_READ, p, n, &was, SR_CALLER);
}

void __sparse_atomic_store(const void *p, size_t n, uint64_t was)
{
	sr_atomic_access(SPARSE_WRITE, p, n, &was, SR_CALLER);
}

void __sparse_atomic_change(const void *p, size_t n, uint64_t was)
{
	sr_atomic_access(SPARSE_READ | SPARSE_WRITE, p, n, &was, SR_CALLER);
}

void __sparse_atomic_relaxed(const void *p, size_t n, uint64_t was)
{
	sr_atomic_access(SPARSE_READ | SR_LOOSE, p, n, &was, SR_CALLER);
}

void __sparse_atomic_count(const void *p, size_t n, uint64_t was)
{
	sr_atomic_access(SPARSE_READ | SPARSE_WRITE | SR_LOOSE, p, n, &was, SR_CALLER);
}

/* One byte stands for the object, whose size the caller does not know. */
void __sparse_use(const void *object) { access(object, 1 | SPARSE_READ | SPARSE_USE, SR_CALLER); }

void sparse_needs(const void *object)
{
	if (sr_here() && sr_has_flag(SR_FLAG_INSTRUMENTED))
		access(object, 1 | SPARSE_READ | SPARSE_USE, SR_CALLER);
}

/* It is not known whether this place uses the object, so it does not stand for later
 * ones that do: each place reports an object by itself, once a block as long as the
 * thread's small table knows. */
void __sparse_handed(const void *object)
{
	struct sr_thread *t = sr_here();
	uint64_t a = (uintptr_t)object, pc = SR_CALLER;
	struct sr_handed *h;

	if (!t || a == 0 || sr_own_stack(t, a) || sr_access_seen(a, 1, READ) || sr_own_has(t, a, 1))
		return;
	h = &t->handed[((a >> 4) ^ pc) % SR_HANDED];
	if (h->object == a && h->place == pc && h->epoch == __sparse_view.epoch)
		return;
	*h = (struct sr_handed){ a, pc, __sparse_view.epoch };
	sr_set_flag(SR_FLAG_INSTRUMENTED);
	record(READ, a, 1, USE, (struct place){ .pc = pc });
}

/* A constructor or destructor sets the object's vtable pointer. Where that is the
 * same as before, nobody can tell. */
void __sparse_vptr_write(const void *p, const void *table)
{
	if (*(const void *const *)p != table)
		range(WRITE, p, sizeof table, VPTR, SR_CALLER);
}

/* Makes room for a frame, and fills it if there is any: on the thread's first
 * entry, and in a recursion that is deeper than what is kept. The depth itself
 * is the caller's business. */
void sr_push(const void *caller, const void *inside)
{
	uint32_t depth;

	sr_ask_cells();
	if (sr_here())
		sr_set_flag(SR_FLAG_INSTRUMENTED);
	depth = __sparse_view.depth;
	if (depth < __sparse_view.limit)
		*(struct sparse_frame *)(__sparse_view.frames + depth) = (struct sparse_frame){
			.pc = (uintptr_t)caller, .inside = (uintptr_t)inside };
}

static SR_NOINLINE uint32_t push_slowly(const void *caller, const void *inside)
{
	sr_push(caller, inside);
	__sparse_view.depth += sizeof(struct sparse_frame);
	return __sparse_view.depth - (uint32_t)sizeof(struct sparse_frame);
}

uint32_t __sparse_func_entry(const void *return_address)
{
	struct sparse_view *v = &__sparse_view;
	uint32_t depth = v->depth;
	struct sparse_frame *f = (struct sparse_frame *)(v->frames + depth);

	if (SR_UNLIKELY(depth >= v->limit))
		return push_slowly(return_address, (const void *)SR_CALLER);
	f->pc = (uintptr_t)return_address;
	f->inside = SR_CALLER;
	f->hash = 0;
	v->depth = depth + sizeof *f;
	return depth;
}

void __sparse_func_calls(uint32_t token)
{
	struct sparse_view *v = &__sparse_view;

	if (!SR_UNLIKELY(token >= v->limit))
		((struct sparse_frame *)(v->frames + token))->inside = SR_CALLER;
}

/* Never upwards: what lies above was not pushed since it was last cut off. */
static inline void cut_to(uint32_t depth)
{
	if (depth < __sparse_view.depth)
		__sparse_view.depth = depth;
}

void __sparse_func_exit(uint32_t token) { cut_to(token); }
void __sparse_func_unwind(uint32_t token) { cut_to(token + sizeof(struct sparse_frame)); }

/* The same for code that has no instrumentation: no filter, each one counts. */
#include "../include/sparserec/sparserec.h"

void sparse_read(const void *p, size_t n)
{
	if (n)
		record(READ, (uintptr_t)p, n, BY_HAND, (struct place){ .pc = SR_CALLER });
}

void sparse_write(const void *p, size_t n)
{
	if (n)
		record(WRITE, (uintptr_t)p, n, BY_HAND, (struct place){ .pc = SR_CALLER });
}

void sparse_write_held(const void *p, size_t n)
{
	if (n)
		record(WRITE, (uintptr_t)p, n, HELD, (struct place){ .pc = SR_CALLER });
}
