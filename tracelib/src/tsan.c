/* tsan.c: the interface of ThreadSanitizer's instrumentation, so that programs
 * built by any clang or gcc with -fsanitize=thread record too.
 *
 * Rules:
 *   - Plain accesses are tail calls into access.c: the recorded address is then
 *     the return address of the program's own call.
 *   - Atomic operations are done here, by the processor, whatever order was
 *     asked for sequentially consistent: stronger is always right.
 *   - There is no token: an exit pops one frame. What longjmp skips stays on the
 *     shadow stack until its caller's thread ends; docs/compilers.md says so.
 *   - Annotations of locks and fibers link and do nothing: order between
 *     threads is not this library's subject.
 */
#define _GNU_SOURCE
#include "../include/sparserec/instrument.h"
#include "budget.h"
#include "filter.h"
#include "values.h"
#include <dlfcn.h>

#define TSAN SPARSE_EXPORT
enum { READ = 0, WRITE = 1, LARGE = 4096 };

_Atomic int sr_fallback;

/* Only ThreadSanitizer's own runtime has it. */
extern void __tsan_java_init(void) __attribute__((weak));

/* Two runtimes behind one interface: its own is made ready, as it must be before
 * anything that it intercepts is called, and keeps the process; ours gets the
 * calls and does nothing. */
bool sr_foreign_runtime(void)
{
	return __tsan_java_init != NULL;
}

static void init_foreign(void)
{
	void *found = dlsym(RTLD_NEXT, "__tsan_init");
	void (*init)(void);

	memcpy(&init, &found, sizeof init);
	if (init)
		init();
}

TSAN void __tsan_init(void)
{
	SR_INSIDE struct sr_thread *t = NULL;

	if (sr_foreign_runtime()) {
		init_foreign();
		return;
	}
	atomic_store(&sr_fallback, 1);
	t = sr_enter();
	if (!t)
		return;
	sr_set_flag(SR_FLAG_FALLBACK);
}

/* Plain accesses. Unaligned and volatile ones are no different here. */
#define PLAIN(verb, n) \
	TSAN void __tsan_##verb##n(const void *p) { __sparse_##verb##n(p); } \
	TSAN void __tsan_volatile_##verb##n(const void *p) { __sparse_##verb##n(p); } \
	TSAN void __tsan_unaligned_##verb##n(const void *p) { __sparse_##verb##n(p); } \
	TSAN void __tsan_unaligned_volatile_##verb##n(const void *p) { __sparse_##verb##n(p); }
#define SIZES(verb) PLAIN(verb, 1) PLAIN(verb, 2) PLAIN(verb, 4) PLAIN(verb, 8) PLAIN(verb, 16)
SIZES(read)
SIZES(write)

TSAN void __tsan_read_range(const void *p, size_t n) { __sparse_read_range(p, n); }
TSAN void __tsan_write_range(const void *p, size_t n) { __sparse_write_range(p, n); }
TSAN void __tsan_vptr_read(const void *p) { __sparse_read8(p); }

TSAN void __tsan_vptr_update(const void *p, const void *table)
{
	__sparse_vptr_write(p, table);
}

TSAN void __tsan_func_entry(const void *return_address) { __sparse_func_entry(return_address); }

TSAN void __tsan_func_exit(void)
{
	if (__sparse_view.depth)
		__sparse_view.depth -= sizeof(struct sparse_frame);
}

/* What is no tail call: the place is handed over. */
static void put(struct sr_thread *t, int write, uint64_t a, uint64_t n, uint32_t stack)
{
	uint8_t *p;

	sr_catch_up(t);
	p = t->cur;
	*p++ = (uint8_t)((write ? SR_write : SR_read) | 5 << 5);
	p = sr_put(sr_put_access(t, p, a, n, stack), n);
	sr_commit(t, p);
}

static SR_NOINLINE void note(int write, uint64_t a, uint64_t n, uint64_t pc)
{
	SR_INSIDE struct sr_thread *t = n ? sr_begin(write ? SR_write : SR_read, 0) : NULL;
	bool fresh = n > LARGE;
	uint64_t at;
	uint32_t stack;

	if (!t)
		return;
	if (!sr_own_stack(t, a)) {
		for (at = a; n <= LARGE && at < a + n; at += 16)
			fresh |= sr_access_new(t, at, (unsigned)(16 < a + n - at ? 16 : a + n - at),
					       (unsigned)write);
		if (fresh) {
			stack = sr_stack(t, pc);
			if (sr_reserve(t, SR_MAX_RECORD))
				put(t, write, a, n, stack);
		}
	}
}

#define NOTE(write, p, n) note(write, (uintptr_t)(p), n, SR_CALLER)

#define BOTH(n) \
	TSAN void __tsan_read_write##n(const void *p) { NOTE(READ, p, n); NOTE(WRITE, p, n); } \
	TSAN void __tsan_unaligned_read_write##n(const void *p) \
	{ \
		NOTE(READ, p, n); \
		NOTE(WRITE, p, n); \
	}
BOTH(1) BOTH(2) BOTH(4) BOTH(8) BOTH(16)

TSAN void *__tsan_memcpy(void *to, const void *from, size_t n)
{
	NOTE(READ, from, n);
	NOTE(WRITE, to, n);
	return memcpy(to, from, n);
}

TSAN void *__tsan_memmove(void *to, const void *from, size_t n)
{
	NOTE(READ, from, n);
	NOTE(WRITE, to, n);
	return memmove(to, from, n);
}

TSAN void *__tsan_memset(void *to, int c, size_t n)
{
	NOTE(WRITE, to, n);
	return memset(to, c, n);
}

/* Atomic operations: `order` and `failed` are the memory orders asked for. */
#define ATOMIC8(what, p) ATOMIC(8, what, p)
#define ATOMIC16(what, p) ATOMIC(16, what, p)
#define ATOMIC32(what, p) ATOMIC(32, what, p)
#define ATOMIC64(what, p) ATOMIC(64, what, p)
#define ATOMIC128(what, p) sr_atomic_access(what, (const void *)(uintptr_t)(p), 16, NULL, SR_CALLER)
#define ATOMIC(bits, what, p) \
	do { \
		uint64_t was = __atomic_load_n(p, __ATOMIC_RELAXED); \
		sr_atomic_access(what, (const void *)(uintptr_t)(p), bits / 8, &was, SR_CALLER); \
	} while (0)
enum { CHANGE = SPARSE_READ | SPARSE_WRITE, COUNT = CHANGE | SR_LOOSE };
#define RMW(bits, what, name, done) \
	TSAN a##bits __tsan_atomic##bits##_##name(volatile a##bits *p, a##bits v, int order) \
	{ \
		(void)order; \
		ATOMIC##bits(what, p); \
		return done; \
	}
#define CAS(bits, name) \
	TSAN int __tsan_atomic##bits##_compare_exchange_##name(volatile a##bits *p, a##bits *old, \
							       a##bits v, int order, int failed) \
	{ \
		a##bits want = *old, found; \
		(void)order, (void)failed; \
		ATOMIC##bits(CHANGE, p); \
		found = __sync_val_compare_and_swap(p, want, v); \
		if (found != want) \
			*old = found; \
		return found == want; \
	}
#define COMMON(bits) \
	CAS(bits, strong) \
	CAS(bits, weak) \
	TSAN a##bits __tsan_atomic##bits##_compare_exchange_val(volatile a##bits *p, a##bits want, \
								a##bits v, int order, int failed) \
	{ \
		(void)order, (void)failed; \
		ATOMIC##bits(CHANGE, p); \
		return __sync_val_compare_and_swap(p, want, v); \
	} \
	TSAN a##bits __tsan_atomic##bits##_load(const volatile a##bits *p, int order) \
	{ \
		ATOMIC##bits(SPARSE_READ | (order == __ATOMIC_RELAXED ? SR_LOOSE : 0), p); \
		return LOAD##bits(p); \
	} \
	TSAN void __tsan_atomic##bits##_store(volatile a##bits *p, a##bits v, int order) \
	{ \
		(void)order; \
		ATOMIC##bits(SPARSE_WRITE, p); \
		(void)SWAP##bits(p, v); \
	} \
	RMW(bits, CHANGE, exchange, SWAP##bits(p, v)) \
	RMW(bits, COUNT, fetch_add, __sync_fetch_and_add(p, v)) \
	RMW(bits, COUNT, fetch_sub, __sync_fetch_and_sub(p, v)) \
	RMW(bits, CHANGE, fetch_and, __sync_fetch_and_and(p, v)) \
	RMW(bits, CHANGE, fetch_or, __sync_fetch_and_or(p, v)) \
	RMW(bits, CHANGE, fetch_xor, __sync_fetch_and_xor(p, v)) \
	RMW(bits, CHANGE, fetch_nand, nand##bits(p, v))
#define LOADER(p) __atomic_load_n(p, __ATOMIC_SEQ_CST)
#define SWAPPER(p, v) __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST)
#define LOAD8 LOADER
#define LOAD16 LOADER
#define LOAD32 LOADER
#define LOAD64 LOADER
#define SWAP8 SWAPPER
#define SWAP16 SWAPPER
#define SWAP32 SWAPPER
#define SWAP64 SWAPPER
#define LOAD128 load128
#define SWAP128 swap128

typedef uint8_t a8;
typedef uint16_t a16;
typedef uint32_t a32;
typedef uint64_t a64;
__extension__ typedef unsigned __int128 a128;

#define NAND(bits) \
	static inline a##bits nand##bits(volatile a##bits *p, a##bits v) \
	{ \
		a##bits old = *p, found; \
		while ((found = __sync_val_compare_and_swap(p, old, (a##bits)~(old & v))) != old) \
			old = found; \
		return old; \
	}
NAND(8) NAND(16) NAND(32) NAND(64)
COMMON(8)
COMMON(16)
COMMON(32)
COMMON(64)

/* 16 bytes by cmpxchg16b, which every x86-64 in use has; a load is an exchange
 * of a value for itself, so it needs memory that can be written. On other machines
 * a program with such atomics is not linked. */
#ifdef __x86_64__
#pragma GCC push_options
#pragma GCC target("cx16")
NAND(128)

static inline a128 load128(const volatile a128 *p)
{
	return __sync_val_compare_and_swap((volatile a128 *)(uintptr_t)p, 0, 0);
}

static inline a128 swap128(volatile a128 *p, a128 v)
{
	a128 old = *p, found;

	while ((found = __sync_val_compare_and_swap(p, old, v)) != old)
		old = found;
	return old;
}

COMMON(128)
#pragma GCC pop_options
#endif

TSAN void __tsan_atomic_thread_fence(int order)
{
	(void)order;
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

TSAN void __tsan_atomic_signal_fence(int order)
{
	(void)order;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/* Annotations, by their documented shapes. */
#define NOTHING(name) TSAN void name(void) {}
#define ZERO(name) TSAN intptr_t name(void) { return 0; }
NOTHING(__tsan_acquire) NOTHING(__tsan_release)
NOTHING(__tsan_ignore_thread_begin) NOTHING(__tsan_ignore_thread_end)
NOTHING(__tsan_mutex_create) NOTHING(__tsan_mutex_destroy)
NOTHING(__tsan_mutex_pre_lock) NOTHING(__tsan_mutex_post_lock)
ZERO(__tsan_mutex_pre_unlock) NOTHING(__tsan_mutex_post_unlock)
NOTHING(__tsan_mutex_pre_signal) NOTHING(__tsan_mutex_post_signal)
NOTHING(__tsan_mutex_pre_divert) NOTHING(__tsan_mutex_post_divert)
ZERO(__tsan_get_current_fiber) ZERO(__tsan_create_fiber)
NOTHING(__tsan_destroy_fiber) NOTHING(__tsan_switch_to_fiber) NOTHING(__tsan_set_fiber_name)
ZERO(__tsan_external_register_tag) NOTHING(__tsan_external_register_header)
NOTHING(__tsan_external_assign_tag) NOTHING(__tsan_external_read) NOTHING(__tsan_external_write)
NOTHING(AnnotateHappensBefore) NOTHING(AnnotateHappensAfter)
NOTHING(AnnotateBenignRace) NOTHING(AnnotateBenignRaceSized) NOTHING(AnnotateNewMemory)
NOTHING(AnnotateIgnoreReadsBegin) NOTHING(AnnotateIgnoreReadsEnd)
NOTHING(AnnotateIgnoreWritesBegin) NOTHING(AnnotateIgnoreWritesEnd)
NOTHING(AnnotateIgnoreSyncBegin) NOTHING(AnnotateIgnoreSyncEnd)
NOTHING(AnnotateRWLockCreate) NOTHING(AnnotateRWLockDestroy)
NOTHING(AnnotateRWLockAcquired) NOTHING(AnnotateRWLockReleased)
NOTHING(AnnotateThreadName)
