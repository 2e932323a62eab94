/* heap.c: the malloc family, in place of libc's.
 *
 * Rules:
 *   - Memory comes from glibc's own entry points (__libc_malloc and others), or
 *     from the heap of stocklib or AddressSanitizer's where that was loaded too (heap.h): no
 *     look-up by name but for alignments, hence nothing to do before the first allocation.
 *   - A free takes its sequence number before the memory is given back, an
 *     allocation after it was got. So no other thread's allocation of the same
 *     address can come in between; realloc is a free and an allocation.
 *   - The recorded address is that of the caller of the outermost function.
 *   - A free says size 0: the reader knows the allocation's. One of a block that
 *     was held across a loop has the whole call stack, unwound.
 *   - A quiet stretch (sparse_quiet) loses none of them: an allocation that is
 *     missing makes two frees look like a second one.
 *   - AddressSanitizer's strdup, realpath and the like ask its own heap, past us:
 *     its hooks tell of those.
 */
#define _GNU_SOURCE
#include "budget.h"
#include "filter.h"
#include "heap.h"
#include "places.h"
#include <sparserec/replaced.h>
#include <sparserec/under_valgrind.h>
#include <dlfcn.h>
#include <errno.h>
#include <gnu/libc-version.h>
#include <string.h>
#include <sys/auxv.h>

size_t (*sr_usable_size)(void *p);

static size_t size_behind(const void *p, bool ours)
{
	if (ours && sr_over_blocks())
		return __sparse_block_usable(p);
	/* AddressSanitizer ends the program that asks for the size of what is free. That free is the program's
	 * mistake, and is reported as one when it comes. */
	if (ours && sr_over_asan() && (!__sanitizer_get_ownership || !__sanitizer_get_ownership(p)))
		return 0;
	return ours && sr_usable_size ? sr_usable_size((void *)(uintptr_t)p) : 0;
}

static void put(struct sr_thread *t, enum sr_code code, uint64_t seq, uint64_t a, uint64_t n,
		uint32_t stack)
{
	uint64_t none = 0, *same = code == SR_alloc ? &t->sizes[stack % SR_PLACES] : &none;
	uint8_t *p = t->cur, *tag = p++;

	*tag = (uint8_t)(code | SR_NO_ATTRS | (n == *same ? SR_NO_SIZE : 0));
	if (SR_UNLIKELY(seq - t->last_seq != 1)) {
		p = sr_put_seq(t, p, seq);
	} else {
		*tag |= SR_NEXT;
		sr_note_seq(t, seq);
	}
	p = sr_put_heap_addr(t, sr_put_stack(t, p, stack), a);
	if (n != *same)
		p = sr_put(p, n);
	*same = n;
	sr_commit(t, p);
}

/* The loader and the C library are asked for functions as recording begins, which they cannot
 * be while they free the message of a failed look-up themselves: they would free it twice. So it does not
 * begin with what they allocate or free. */
static SR_NOINLINE bool is_too_early(uint64_t pc)
{
	Dl_info by, libc;

	if (atomic_load(&sr_state) != SR_UNSTARTED)
		return false;
	return !dladdr((void *)(uintptr_t)pc, &by) || by.dli_fbase == (void *)getauxval(AT_BASE) ||
	       (dladdr((void *)(uintptr_t)gnu_get_libc_version, &libc) && by.dli_fbase == libc.dli_fbase);
}

/* As sr_begin, also in a quiet stretch; the end of the scope goes back to it. Inlined,
 * for the frame that takes the guard must be one that stays. */
static inline __attribute__((always_inline)) struct sr_thread *begin(enum sr_code code, uint32_t with, uint64_t pc)
{
	bool quiet = sr_guard() == SR_QUIET;
	struct sr_thread *t;

	if (SR_UNLIKELY(!sr_tls.t) && is_too_early(pc))
		return NULL;
	if (SR_UNLIKELY(quiet))
		sr_hold(SR_FREE);
	t = sr_begin(code, with);
	if (SR_UNLIKELY(quiet)) {
		if (t)
			sr_tls.quiet = 1;
		else
			sr_hold(SR_QUIET);
	}
	return t;
}

static void leave_scope(struct sr_thread **t)
{
	sr_leave_scope(t);
	if (SR_UNLIKELY(*t && sr_tls.quiet)) {
		sr_tls.quiet = 0;
		sr_hold(SR_QUIET);
	}
}
#define INSIDE __attribute__((cleanup(leave_scope)))

static void note_alloc(const void *p, size_t n, struct sr_request by, bool ours)
{
	INSIDE struct sr_thread *t = p ? begin(SR_alloc, 0, by.pc) : NULL;
	uint32_t stack;

	if (!t)
		return;
	stack = sr_typed_at(t, by.pc, by.type);
	if (sr_reserve(t, SR_MAX_RECORD))
		put(t, SR_alloc, sr_next_seq(), (uintptr_t)p, n, stack);
	if (ours)
		sr_filter_own_block(t, (uintptr_t)p, n);
	else
		sr_filter_own(t, (uintptr_t)p, n);
}

void sr_note_alloc(const void *p, size_t n, uint64_t pc) { sr_note_typed_alloc(p, n, pc, NULL); }
void sr_note_typed_alloc(const void *p, size_t n, uint64_t pc, const char *type) { note_alloc(p, n, (struct sr_request){ pc, type }, false); }

/* Code without a shadow stack is asked for its callers only where that matters. */
static SR_NOINLINE uint32_t held_stack(struct sr_thread *t, const void *p)
{
	uint64_t pcs[SPARSE_GIVEN_DEPTH];
	uint64_t held = sr_tls.held;
	uint32_t n;

	sr_tls.held = (held & ~SR_HELD_GUARD) | SR_LIBC; /* the unwinder's own memory is no operation */
	n = __sparse_block_stack(p, pcs, SPARSE_GIVEN_DEPTH);
	sr_tls.held = held;
	return n ? sr_given_stack(t, pcs, n) : 0;
}

static void note_free(const void *p, struct sr_request by, bool ours)
{
	INSIDE struct sr_thread *t = p ? begin(SR_free, 0, by.pc) : NULL;
	uint32_t stack = 0;

	if (!t)
		return;
	if (SR_UNLIKELY(ours && sr_over_blocks()))
		stack = held_stack(t, p);
	if (!stack)
		stack = sr_typed_at(t, by.pc, by.type);
	if (sr_reserve(t, SR_MAX_RECORD))
		put(t, SR_free, sr_next_seq(), (uintptr_t)p, 0, stack);
	if (SR_UNLIKELY(t->lifetimes.nended))
		sr_ends_cancel(t, (uintptr_t)p, size_behind(p, ours));
	if (ours) {
		if (sr_filter_knows(t)) /* else its size is not looked for */
			sr_filter_wipe(t, (uintptr_t)p, size_behind(p, true));
	} else {
		sr_own_drop(t, (uintptr_t)p, 1);
		sr_next_epoch(t);
	}
}

void sr_note_free(const void *p, uint64_t pc) { note_free(p, (struct sr_request){ pc, NULL }, false); }

void sr_heap_free(void *p, struct sr_request by)
{
	note_free(p, by, true);
	sr_under_put(p);
}

void *sr_heap_get(size_t align, size_t n, struct sr_request by)
{
	void *p = sr_under_get(align, n, by.pc);

	note_alloc(p, n, by, true);
	return p;
}

/* 1. room and stack; 2. the free's number; 3. the real thing; 4. both records,
 * or neither if it failed. The guard is held throughout: a signal handler's
 * record between 2 and 4 would break the order within the block. */
static void *resize(void *old, size_t n, uint64_t pc)
{
	INSIDE struct sr_thread *t = begin(SR_free, n ? SR_alloc : 0, pc);
	size_t old_size = size_behind(old, true);
	uint32_t stack;
	uint64_t seq;
	void *p;

	if (!t)
		return sr_under_resize(old, n, pc);
	stack = sr_stack(t, pc);
	if (!sr_reserve(t, SR_MAX_RECORD))
		return sr_under_resize(old, n, pc);
	seq = sr_next_seq();
	p = sr_under_resize(old, n, pc);
	if (p || n == 0) {
		put(t, SR_free, seq, (uintptr_t)old, 0, stack);
		sr_filter_wipe(t, (uintptr_t)old, old_size);
	}
	if (p) {
		put(t, SR_alloc, sr_next_seq(), (uintptr_t)p, n, stack);
		sr_filter_own_block(t, (uintptr_t)p, n);
	}
	return p;
}

SR_HEAP void *malloc(size_t n) { return sr_heap_get(0, n, SR_UNTYPED); }
SR_HEAP void free(void *p) { sr_heap_free(p, SR_UNTYPED); }

SR_HEAP void *calloc(size_t count, size_t each)
{
	void *p = sr_under_zeroed(count, each, SR_CALLER);

	note_alloc(p, count * each, SR_UNTYPED, true);
	return p;
}

SR_HEAP void *realloc(void *old, size_t n)
{
	return old ? resize(old, n, SR_CALLER) : sr_heap_get(0, n, SR_UNTYPED);
}

SPARSE_OWN(realloc, "realloc");
SPARSE_OWN(malloc, "malloc");
SPARSE_OWN(free, "free");

/* A program with a realloc of its own, which is found before ours, may have no reallocarray: the
 * C library's takes from that realloc, and what it gives goes to that program's free. */
static bool realloc_is_ours(void)
{
	static struct sparse_function all[] = { { "realloc", (void *)realloc, (void *)own_realloc, NULL } };
	static _Atomic int known;

	return !sparse_replaced(&known, all, 1);
}

SR_HEAP void *reallocarray(void *old, size_t count, size_t each)
{
	size_t n;

	if (__builtin_mul_overflow(count, each, &n)) {
		errno = ENOMEM;
		return NULL;
	}
	if (SR_UNLIKELY(sparse_under_valgrind() || !realloc_is_ours()))
		return realloc(old, n);
	return old ? resize(old, n, SR_CALLER) : sr_heap_get(0, n, SR_UNTYPED);
}

SR_HEAP void *memalign(size_t align, size_t n) { return sr_heap_get(align, n, SR_UNTYPED); }

/* A function of the heap that memory comes from, which is not glibc's where an allocator
 * took over its __libc_ names, as tcmalloc, mimalloc and jemalloc do: that of the module
 * that __libc_malloc is in, NULL without one. */
static void *of_heap(const char *name)
{
	Dl_info heap, found;
	void *module = dladdr((void *)(uintptr_t)__libc_malloc, &heap) ? dlopen(heap.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
	void *f = module ? dlsym(module, name) : NULL;

	if (f && (!dladdr(f, &found) || found.dli_fbase != heap.dli_fbase))
		f = NULL;
	if (module)
		dlclose(module);
	return f;
}

/* An alignment that is no power of two: the heap below rounds it up, or refuses it and
 * says why, as glibc does since 2.38. Stock mode's heap stands for glibc's, and is not asked. */
static SR_NOINLINE bool refuses(size_t align)
{
	void *(*below)(size_t, size_t) = NULL;
	void *f = of_heap("aligned_alloc"), *p;

	if (!f)
		return false;
	memcpy(&below, &f, sizeof f);
	p = below(align, 1);
	__libc_free(p);
	return !p;
}

SR_HEAP void *aligned_alloc(size_t align, size_t n)
{
	bool odd = !align || (align & (align - 1)) != 0;

	return SR_UNLIKELY(odd) && refuses(align) ? NULL : sr_heap_get(align, n, SR_UNTYPED);
}

SR_HEAP int posix_memalign(void **to, size_t align, size_t n)
{
	int saved = errno;
	void *p;

	if (align < sizeof(void *) || (align & (align - 1)) != 0)
		return EINVAL;
	p = sr_heap_get(align, n, SR_UNTYPED);
	errno = saved; /* it reports by its result alone */
	if (!p)
		return ENOMEM;
	*to = p;
	return 0;
}

SR_HEAP void *valloc(size_t n)
{
	return sr_heap_get(4096, n, SR_UNTYPED);
}

SR_HEAP void *pvalloc(size_t n)
{
	void *p;

	if (n > SIZE_MAX - 4095) {
		errno = ENOMEM;
		return NULL;
	}
	p = sr_under_get(4096, (n + 4095) & ~(size_t)4095, SR_CALLER);
	note_alloc(p, n, SR_UNTYPED, true);
	return p;
}

/* None: nobody is asked. */
void sr_find_usable_size(void)
{
	void *f = sr_over_asan() ? NULL : of_heap("malloc_usable_size");

	if (sr_over_asan())
		sr_usable_size = __interceptor_malloc_usable_size;
	if (f)
		memcpy(&sr_usable_size, &f, sizeof f);
}

static void asan_got(const volatile void *p, size_t n)
{
	if (!sr_tls.asking)
		note_alloc((const void *)p, n, SR_UNTYPED, true);
}

static void asan_freed(const volatile void *p)
{
	if (!sr_tls.asking)
		note_free((const void *)p, SR_UNTYPED, true);
}

void sr_watch_asan(void)
{
	static atomic_bool watched; /* a forked child has the hooks of its parent */

	if (sr_over_asan() && __sanitizer_install_malloc_and_free_hooks && !atomic_exchange(&watched, true))
		__sanitizer_install_malloc_and_free_hooks(asan_got, asan_freed);
}

/* AddressSanitizer's runtime has a __libc_memalign of its own beside glibc's
 * __libc_malloc and __libc_free: what that gives, glibc cannot take back. */
void *sr_heap_memalign(size_t align, size_t n)
{
	static void *(*_Atomic known)(size_t, size_t);
	void *(*f)(size_t, size_t) = atomic_load_explicit(&known, memory_order_relaxed);
	int saved = errno;

	if (!f) {
		void *found = of_heap("__libc_memalign");

		f = __libc_memalign;
		if (found)
			memcpy(&f, &found, sizeof f);
		atomic_store_explicit(&known, f, memory_order_relaxed);
	}
	errno = saved;
	return f(align, n);
}

/* Must go with our malloc, also where another allocator is linked in, and where
 * nothing is recorded. */
SR_HEAP size_t malloc_usable_size(void *p)
{
	int saved = errno;

	if (p && !sr_usable_size && !sr_over_blocks())
		sr_find_usable_size();
	errno = saved;
	if (p && sr_over_asan())
		return sr_usable_size(p); /* as the program asked */
	return p ? size_behind(p, true) : 0;
}
