/* hooks.h: the fast paths that llvmpass puts into instrumented code.
 *
 * Compiled by clang to IR (llvmpass/hooks.ll, kept up to date by go generate),
 * never by a C compiler into an object. Rules: no call but those of the slow
 * ways; no state but the thread's view; whatever is read here may be of an
 * instant ago, for a signal handler that comes in between only makes the
 * recorder look once too often.
 */
#include "view.h"

#define INLINE __attribute__((always_inline))
#define CALLER __builtin_return_address(0)

/* The slow ways (slow_x86_64.S) keep the general registers but r11. To a function with a frame
 * they are calls, which LLVM has a convention for. None is made of two, for each has its place. */
#define KEEPS __attribute__((preserve_most, nothrow, nomerge))
KEEPS void __sparse_touch(const void *p, uint32_t what);
KEEPS void __sparse_enter(const void *caller, const void *inside);

/* The compiler need not know that a leaf calls them, for they align the stack themselves: it
 * calls nothing else, and needs no frame for their sake, no push and no pop. There is no
 * red zone below its stack pointer for them to keep off: llvmpass sees to that
 * (noredzone), for moving the stack pointer here would make the function's unwind
 * information wrong during the call, and a thread that is cancelled in the
 * recorder, or profiled by a signal, is unwound from there. LLVM looks up each of these names
 * each time, which takes longer than all else that it does for a function with many. */
#define CLOBBERED "memory", "cc", "r11", \
	"xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", \
	"xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", \
	"xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", \
	"xmm24", "xmm25", "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", "xmm31", \
	"k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7"

static inline INLINE void touch_leaf(const void *p, uint32_t what, const void *caller)
{
	__asm__ volatile("call *__sparse_touch_leaf@GOTPCREL(%%rip)" : : "D"(p), "S"(what), "d"(caller) : CLOBBERED);
}

/* Where code comes by rarely, what is asked stands in the recorder, once for all places of its
 * kind (slow_x86_64.S): in code that goes round, asking in place takes half the time, and
 * elsewhere four times the room, most of it in blocks of its own, which LLVM's back end
 * pays for. */
#ifdef SPARSE_FAR
#define ASK(name) __sparse_ask_far_##name
#else
#define ASK(name) __sparse_ask_##name
#endif

/* 1. the masks of the granule, or a number with high bits; 2. moved so that the
 * access's first byte is bit 0 (read) and bit 8 (written); 3. no bit of the
 * access and none above may be set. High bits move down by 7 at most and stay
 * above 15. An access across two granules is left to the slow way. */
static inline INLINE int unknown(const void *p, uint32_t n, uint64_t bits, int aligned)
{
	uint64_t a = (uintptr_t)p, x = sparse_unknown(&__sparse_view, a >> 3);
	uint64_t mask = bits * ((1u << n) - 1) | ~0xffffull;
	int across = !aligned & ((a & 7) > 8 - n);

	x >>= n == 8 ? 0 : a & 7;
	return ((x & mask) != 0) | across;
}

#define BRIEFLY(name) \
	KEEPS void ASK(name)(const void *p); \
	INLINE void __sparse_brief_##name(const void *p) { ASK(name)(p); }

/* An access in a function with a frame, and in one without (a leaf). */
#define ACCESS(name, n, bits, what, aligned) \
	INLINE void __sparse_inline_##name(const void *p) \
	{ \
		if (__builtin_expect(unknown(p, n, bits, aligned), 0)) \
			__sparse_touch(p, (n) | (what)); \
	} \
	INLINE void __sparse_leaf_##name(const void *p) \
	{ \
		if (__builtin_expect(unknown(p, n, bits, aligned), 0)) \
			touch_leaf(p, (n) | (what), CALLER); \
	} \
	BRIEFLY(name)
#define ACCESSES(n) \
	ACCESS(read##n, n, 1, SPARSE_READ, 1) \
	ACCESS(write##n, n, 0x100, SPARSE_WRITE, 1) \
	ACCESS(update##n, n, 0x101, SPARSE_READ | SPARSE_WRITE, 1) \
	ACCESS(unaligned_read##n, n, 1, SPARSE_READ, 0) \
	ACCESS(unaligned_write##n, n, 0x100, SPARSE_WRITE, 0) \
	ACCESS(unaligned_update##n, n, 0x101, SPARSE_READ | SPARSE_WRITE, 0)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESS(read1, 1, 1, SPARSE_READ, 1)
ACCESS(write1, 1, 0x100, SPARSE_WRITE, 1)
ACCESS(update1, 1, 0x101, SPARSE_READ | SPARSE_WRITE, 1)
ACCESS(use, 1, 1, SPARSE_READ | SPARSE_USE, 1)

/* All of a commuting operation, aligned to its size. Bytes that the block has read
 * and written otherwise, or allocated, are known for that, too. */
#define COMMUTE(n) \
	static inline INLINE int unknown_commuting##n(const void *p, uint32_t how) \
	{ \
		uint64_t a = (uintptr_t)p, x = sparse_unknown_commuting(&__sparse_view, a >> 3, how); \
		uint64_t mask = 0x100 * ((1u << n) - 1) | ~0xffffull; \
		return unknown(p, n, 0x101, 1) && ((x >> (n == 8 ? 0 : a & 7)) & mask) != 0; \
	} \
	INLINE void __sparse_inline_commute##n(const void *p, uint32_t how) \
	{ \
		if (__builtin_expect(unknown_commuting##n(p, how), 0)) \
			__sparse_touch(p, n | SPARSE_COMMUTES | how << SPARSE_HOW_SHIFT); \
	} \
	INLINE void __sparse_leaf_commute##n(const void *p, uint32_t how) \
	{ \
		if (__builtin_expect(unknown_commuting##n(p, how), 0)) \
			touch_leaf(p, n | SPARSE_COMMUTES | how << SPARSE_HOW_SHIFT, CALLER); \
	}
COMMUTE(1)
COMMUTE(2)
COMMUTE(4)
COMMUTE(8)

/* Sixteen bytes: two granules, or the slow way. */
static inline INLINE int unknown16(const void *p, uint64_t bits)
{
	uint64_t a = (uintptr_t)p;
	uint64_t x = sparse_unknown(&__sparse_view, a >> 3) | sparse_unknown(&__sparse_view, (a >> 3) + 1);

	return ((a & 7) != 0) | ((x & (bits * 0xff | ~0xffffull)) != 0);
}

#define ACCESS16(name, bits, what) \
	INLINE void __sparse_inline_##name(const void *p) \
	{ \
		if (__builtin_expect(unknown16(p, bits), 0)) \
			__sparse_touch(p, 16 | (what)); \
	} \
	INLINE void __sparse_leaf_##name(const void *p) \
	{ \
		if (__builtin_expect(unknown16(p, bits), 0)) \
			touch_leaf(p, 16 | (what), CALLER); \
	} \
	BRIEFLY(name)
ACCESS16(read16, 1, SPARSE_READ)
ACCESS16(write16, 0x100, SPARSE_WRITE)
ACCESS16(update16, 0x101, SPARSE_READ | SPARSE_WRITE)

INLINE void __sparse_inline_of_type(const char *type) { __sparse_type = type; }

void __sparse_scope_end(const void *variable, uint64_t n, const char *type);

KEEPS void __sparse_ask_scope_end(const void *variable, uint64_t n, const char *type);

INLINE void __sparse_brief_scope_end(const void *variable, uint64_t n, const char *type)
{
	__sparse_ask_scope_end(variable, n, type);
}

INLINE void __sparse_inline_scope_end(const void *variable, uint64_t n, const char *type)
{
	if (__builtin_expect((uintptr_t)variable >= __sparse_waits_from, 0))
		__sparse_scope_end(variable, n, type);
}

INLINE uint32_t __sparse_inline_func_entry(const void *caller)
{
	struct sparse_view *v = &__sparse_view;
	uint32_t depth = v->depth;
	struct sparse_frame *f = (struct sparse_frame *)(v->frames + depth);
	uint64_t here;

	__asm__("lea 0(%%rip), %0" : "=r"(here));
	if (__builtin_expect(depth < v->limit, 1)) {
		f->pc = (uintptr_t)caller;
		f->inside = here;
		f->hash = 0;
	} else {
		__sparse_enter(caller, (const void *)here);
	}
	v->depth = depth + sizeof *f;
	return depth;
}

/* Never upwards: what lies above was not pushed since it was last cut off. */
static inline INLINE void cut_to(uint32_t depth)
{
	uint32_t now = __sparse_view.depth;

	__sparse_view.depth = depth < now ? depth : now;
}

/* The frame's function calls what keeps no shadow stack. A token beyond the limit is of a
 * frame that is not kept. */
INLINE void __sparse_inline_func_calls(uint32_t token)
{
	struct sparse_view *v = &__sparse_view;
	uint64_t here;

	__asm__ volatile("lea 0(%%rip), %0" : "=r"(here));
	if (__builtin_expect(token < v->limit, 1))
		((struct sparse_frame *)(v->frames + token))->inside = here;
}

KEEPS void __sparse_ask_func_calls(uint64_t token);
INLINE void __sparse_brief_func_calls(uint32_t token) { __sparse_ask_func_calls(token); }

INLINE void __sparse_inline_func_exit(uint32_t token) { cut_to(token); }
INLINE void __sparse_inline_func_unwind(uint32_t token) { cut_to(token + sizeof(struct sparse_frame)); }
