/* access.c: what instrumented code calls.
 *
 * The fast path asks the bounds of the own stack and the filter, and saves no
 * register (a test looks at the machine code); it takes no guard, for a signal
 * handler that comes in between can only make it record once too often. All
 * else (new bytes, two granules, no state yet) is a tail call of touch().
 */
#include "../include/sparserec/instrument.h"
#include "budget.h"
#include "filter.h"

enum { READ = 0, WRITE = 1, USE = 1, ATOMIC = 2, LARGE = 4096 };

static SR_NOINLINE void record(int write, uint64_t a, uint64_t n, unsigned mode, uint64_t pc)
{
	static const uint8_t flag_of[17] = { [1] = 0 << 5, [2] = 1 << 5, [4] = 2 << 5,
					     [8] = 3 << 5, [16] = 4 << 5 };
	struct sr_thread *t = sr_begin(write ? SR_write : SR_read, 0);
	uint8_t *p, flag;
	uint32_t stack;

	if (!t)
		return;
	stack = sr_stack(t, pc);
	if (sr_reserve(t, SR_MAX_RECORD)) {
		flag = mode ? 6 << 5 : n <= 16 && (n & (n - 1)) == 0 ? flag_of[n] : 5 << 5;
		sr_catch_up(t);
		p = t->cur;
		*p++ = (uint8_t)((write ? SR_write : SR_read) | flag);
		p = sr_put_addr(t, p, a);
		if (flag >= 5 << 5)
			p = sr_put(p, n);
		if (mode)
			p = sr_put(p, mode);
		sr_commit(t, sr_put(p, stack));
	}
	sr_leave(t);
}

/* The thread's state, made if need be; NULL when nothing is recorded. */
static SR_NOINLINE struct sr_thread *make_state(void)
{
	struct sr_thread *t = NULL;

	if (atomic_load_explicit(&sr_state, memory_order_relaxed) != SR_OFF && !sr_tls.guard &&
	    (t = sr_enter_slow()))
		sr_leave(t);
	return t;
}

static inline bool own_stack(const struct sr_thread *t, uint64_t a)
{
	return a - t->stack_lo < t->stack_len;
}

static SR_NOINLINE void touch(int write, uint64_t a, unsigned n, unsigned mode, uint64_t pc)
{
	struct sr_thread *t = sr_tls.t ? sr_tls.t : make_state();

	if (t && !own_stack(t, a) && sr_access_new(t, a, n, (unsigned)write))
		record(write, a, n, mode, pc);
}

static inline __attribute__((always_inline))
void access(int write, const void *p, unsigned n, unsigned mode, uint64_t pc)
{
	struct sr_thread *t = sr_tls.t;
	uint64_t a = (uintptr_t)p;

	if (SR_UNLIKELY(!t)) {
		if (atomic_load_explicit(&sr_state, memory_order_relaxed) != SR_OFF)
			touch(write, a, n, mode, pc);
		return;
	}
	if (own_stack(t, a) || sr_access_seen(t, a, n, (unsigned)write))
		return;
	touch(write, a, n, mode, pc);
}

static void range(int write, const void *p, uint64_t n, unsigned mode, uint64_t pc)
{
	struct sr_thread *t = sr_tls.t ? sr_tls.t : make_state();
	uint64_t a = (uintptr_t)p, at, step;
	bool fresh = n > LARGE;

	if (!t || n == 0 || own_stack(t, a))
		return;
	for (at = a; !fresh || n <= LARGE; at += step) {
		step = 16 < a + n - at ? 16 : a + n - at;
		if (step == 0)
			break;
		fresh |= sr_access_new(t, at, (unsigned)step, (unsigned)write);
	}
	if (fresh)
		record(write, a, n, mode, pc);
}

void __sparse_read1(const void *p) { access(READ, p, 1, 0, SR_CALLER); }
void __sparse_read2(const void *p) { access(READ, p, 2, 0, SR_CALLER); }
void __sparse_read4(const void *p) { access(READ, p, 4, 0, SR_CALLER); }
void __sparse_read8(const void *p) { access(READ, p, 8, 0, SR_CALLER); }
void __sparse_read16(const void *p) { access(READ, p, 16, 0, SR_CALLER); }
void __sparse_write1(const void *p) { access(WRITE, p, 1, 0, SR_CALLER); }
void __sparse_write2(const void *p) { access(WRITE, p, 2, 0, SR_CALLER); }
void __sparse_write4(const void *p) { access(WRITE, p, 4, 0, SR_CALLER); }
void __sparse_write8(const void *p) { access(WRITE, p, 8, 0, SR_CALLER); }
void __sparse_write16(const void *p) { access(WRITE, p, 16, 0, SR_CALLER); }
void __sparse_read_range(const void *p, size_t n) { range(READ, p, n, 0, SR_CALLER); }
void __sparse_write_range(const void *p, size_t n) { range(WRITE, p, n, 0, SR_CALLER); }
void __sparse_atomic_read(const void *p, size_t n) { range(READ, p, n, ATOMIC, SR_CALLER); }
void __sparse_atomic_write(const void *p, size_t n) { range(WRITE, p, n, ATOMIC, SR_CALLER); }

void __sparse_atomic_rmw(const void *p, size_t n)
{
	range(READ, p, n, ATOMIC, SR_CALLER);
	range(WRITE, p, n, ATOMIC, SR_CALLER);
}

/* One byte stands for the object, whose size the caller does not know. */
void __sparse_use(const void *object) { access(READ, object, 1, USE, SR_CALLER); }

/* The thread's first entry: what it was called from stands for the function. */
static SR_NOINLINE uint32_t first_entry(const void *return_address)
{
	return make_state() ? __sparse_func_entry(return_address) : 0;
}

uint32_t __sparse_func_entry(const void *return_address)
{
	struct sr_thread *t = sr_tls.t;
	uint32_t depth;

	if (SR_UNLIKELY(!t))
		return first_entry(return_address);
	depth = t->depth;
	if (depth < SR_MAX_DEPTH) {
		t->frames[depth].pc = (uintptr_t)return_address;
		t->frames[depth].inside = SR_CALLER;
		t->frames[depth].id = 0;
	}
	t->depth = depth + 1;
	return depth;
}

/* Never upwards: what lies above was not pushed since it was last cut off. */
static inline void cut_to(uint32_t depth)
{
	struct sr_thread *t = sr_tls.t;

	if (t && depth < t->depth)
		t->depth = depth;
}

void __sparse_func_exit(uint32_t token) { cut_to(token); }
void __sparse_func_unwind(uint32_t token) { cut_to(token + 1); }

/* The same for code that has no instrumentation: no filter, each one counts. */
#include "../include/sparserec/sparserec.h"

void sparse_read(const void *p, size_t n)
{
	if (n)
		record(READ, (uintptr_t)p, n, 0, SR_CALLER);
}

void sparse_write(const void *p, size_t n)
{
	if (n)
		record(WRITE, (uintptr_t)p, n, 0, SR_CALLER);
}
