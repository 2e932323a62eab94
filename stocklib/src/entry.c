/* entry.c: the malloc family and the memory that a recorder takes from us.
 *
 * Rules: a site is the return address of the outermost function. What is none of
 * our blocks goes to glibc (blocks.c). Reports come before the free that they are
 * about takes effect.
 */
#define _GNU_SOURCE
#include "blocks.h"
#include "entry.h"
#include "guard_pages.h"
#include "runs.h"
#include "python.h"
#include "unwind.h"
#include <sparserec/replaced.h>
#include <sparserec/stock.h>
#include <sparserec/under_valgrind.h>
#include <errno.h>
#include <string.h>

void *sk_new(size_t align, size_t n, uint64_t site)
{
	void *p;

	if (__builtin_expect(sk_guarding, 0) && (p = sk_guard_get(align, n, site)))
		return p;
	return sk_get(align, n, site);
}

static __attribute__((noinline)) void delete(void *p)
{
	int saved = errno;

	if (__builtin_expect(sk_guarding, 0) && p) {
		if (sk_guard_has(p)) {
			sk_guard_put(p);
			errno = saved;
			return;
		}
		if (!sk_run_of((uintptr_t)p))
			sk_guard_foreign(p);
	}
	sk_put(p);
	errno = saved;
}

void sk_delete(void *p)
{
	if (!sk_put_quick(p)) /* none of the guarded ones, those lie elsewhere */
		delete(p);
}

/* A guarded block never grows in place. */
static void *resize(void *p, size_t n, uint64_t site)
{
	size_t old;
	void *to;

	if (!p)
		return sk_new(0, n, site);
	if (!sk_guarding || !sk_guard_has(p))
		return sk_resize(p, n, site);
	old = sk_guard_size(p);
	to = n ? sk_new(0, n, site) : NULL;
	if (to)
		memcpy(to, p, old < n ? old : n);
	if (to || !n)
		sk_guard_put(p);
	return to;
}

static void *with_errno(void *p)
{
	if (!p)
		errno = ENOMEM;
	return p;
}

SK_ENTRY void *malloc(size_t n) { return with_errno(sk_new(0, n, SK_SITE)); }

SK_ENTRY void free(void *p) { sk_delete(p); }

SK_ENTRY void *calloc(size_t count, size_t each)
{
	size_t n;
	void *p;

	if (__builtin_mul_overflow(count, each, &n))
		return with_errno(NULL);
	if (sk_guarding && (p = sk_guard_get(0, n, SK_SITE)))
		return p;
	return with_errno(sk_get_zeroed(n, SK_SITE));
}

SK_ENTRY void *realloc(void *p, size_t n)
{
	void *to = resize(p, n, SK_SITE);

	return to || (p && !n) ? to : with_errno(NULL);
}

SPARSE_OWN(realloc, "realloc");
SPARSE_OWN(malloc, "malloc");
SPARSE_OWN(free, "free");

SK_ENTRY void *reallocarray(void *p, size_t count, size_t each)
{
	static struct sparse_function all[] = { { "realloc", (void *)realloc, (void *)own_realloc, NULL } };
	static _Atomic int known; /* a program's own may come before ours, with no reallocarray */
	size_t n;

	if (__builtin_mul_overflow(count, each, &n))
		return with_errno(NULL);
	if (sparse_under_valgrind() || sparse_replaced(&known, all, 1))
		return realloc(p, n);
	return p && !n ? resize(p, n, SK_SITE) : with_errno(resize(p, n, SK_SITE));
}

static bool is_power(size_t align) { return align && !(align & (align - 1)); }

/* As glibc does: the next power of two. */
static size_t power(size_t align)
{
	while (!is_power(align))
		align = align ? (align | (align - 1)) + 1 : 16;
	return align;
}

SK_ENTRY void *memalign(size_t align, size_t n) { return with_errno(sk_new(power(align), n, SK_SITE)); }
SK_ENTRY void *aligned_alloc(size_t align, size_t n) { return with_errno(sk_new(power(align), n, SK_SITE)); }

SK_ENTRY int posix_memalign(void **to, size_t align, size_t n)
{
	void *p;

	if (align < sizeof(void *) || !is_power(align))
		return EINVAL;
	if (!(p = sk_new(align, n, SK_SITE)))
		return ENOMEM;
	*to = p;
	return 0;
}

SK_ENTRY void *valloc(size_t n) { return with_errno(sk_new(4096, n, SK_SITE)); }

SK_ENTRY void *pvalloc(size_t n)
{
	if (n > SIZE_MAX - 4095)
		return with_errno(NULL);
	return with_errno(sk_new(4096, (n + 4095) & ~(size_t)4095, SK_SITE));
}

SK_ENTRY size_t malloc_usable_size(void *p)
{
	return sk_guarding && sk_guard_has(p) ? sk_guard_size(p) : sk_usable(p);
}

void *__sparse_block_get(size_t align, size_t n, uint64_t site) 
{
	return with_errno(sk_get(align ? power(align) : 0, n, site));
}

void *__sparse_block_get_zeroed(size_t n, uint64_t site) { return with_errno(sk_get_zeroed(n, site)); }

void *__sparse_block_resize(void *p, size_t n, uint64_t site) 
{
	void *to = sk_resize(p, n, site);

	return to || !n ? to : with_errno(NULL);
}

void __sparse_block_put(void *p)
{
	if (!sk_put_quick(p))
		sk_put(p);
}

size_t __sparse_block_usable(const void *p) { return sk_usable(p); }
bool __sparse_block_is(const void *p) { return p && (sk_usable(p) || (sk_guarding && sk_guard_has(p))); }

uint32_t __sparse_block_stack(const void *p, uint64_t *pcs, uint32_t max)
{
	uint64_t found[SPARSE_GIVEN_DEPTH];

	return sk_is_held(p) ? sk_python_merge(found, sk_callers(found, SPARSE_GIVEN_DEPTH), 0, pcs, max) : 0;
}
