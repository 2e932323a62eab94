/* heap.h: what the C and the C++ entry points to the heap share. */
#ifndef SR_HEAP_H
#define SR_HEAP_H
#include "../include/sparserec/stock.h"
#include "recorder.h"
#include <errno.h>
#include <stdbool.h>

#define SR_HEAP __attribute__((visibility("default")))

/* glibc's heap under the names that nobody interposes. */
void *__libc_malloc(size_t n);
void *__libc_calloc(size_t count, size_t each);
void *__libc_realloc(void *p, size_t n);
void *__libc_memalign(size_t align, size_t n); /* but AddressSanitizer, see heap.c */
void __libc_free(void *p);

/* AddressSanitizer's, where its shared runtime is in the process: what it gives itself, a
 * strdup's, the program frees here. */
#define SR_OF_ASAN __attribute__((weak, visibility("default")))
SR_OF_ASAN void *__interceptor_malloc(size_t n);
SR_OF_ASAN void *__interceptor_calloc(size_t count, size_t each);
SR_OF_ASAN void *__interceptor_realloc(void *p, size_t n);
SR_OF_ASAN void *__interceptor_memalign(size_t align, size_t n);
SR_OF_ASAN void __interceptor_free(void *p);
SR_OF_ASAN size_t __interceptor_malloc_usable_size(void *p);
SR_OF_ASAN int __sanitizer_get_ownership(const volatile void *p);
SR_OF_ASAN int __sanitizer_install_malloc_and_free_hooks(void (*got)(const volatile void *, size_t), void (*freed)(const volatile void *));

static inline bool sr_over_asan(void)
{
	return __interceptor_malloc && __interceptor_calloc && __interceptor_realloc && __interceptor_memalign &&
	       __interceptor_free && __interceptor_malloc_usable_size;
}

/* The heap that knows its blocks (stock mode) was loaded, and has them: AddressSanitizer's comes before it. A
 * script may start programs of either kind. */
static inline bool sr_over_blocks(void)
{
	return __sparse_block_get && !__interceptor_malloc;
}

#pragma GCC visibility push(hidden)
void *sr_heap_memalign(size_t align, size_t n);
#pragma GCC visibility pop

/* Where memory comes from: the heap that knows its blocks, where it was loaded. */
static inline void *sr_under_get(size_t align, size_t n, uint64_t site)
{
	if (sr_over_blocks())
		return __sparse_block_get(align, n, site);
	if (sr_over_asan()) {
		void *p;

		sr_tls.asking++;
		p = align ? __interceptor_memalign(align, n) : __interceptor_malloc(n);
		sr_tls.asking--;
		return p;
	}
	return align ? sr_heap_memalign(align, n) : __libc_malloc(n);
}

static inline void *sr_under_zeroed(size_t count, size_t each, uint64_t site)
{
	size_t n;

	if (sr_over_asan()) {
		void *p;

		sr_tls.asking++;
		p = __interceptor_calloc(count, each);
		sr_tls.asking--;
		return p;
	}
	if (!sr_over_blocks())
		return __libc_calloc(count, each);
	if (!__builtin_mul_overflow(count, each, &n))
		return __sparse_block_get_zeroed(n, site);
	errno = ENOMEM;
	return NULL;
}

static inline void *sr_under_resize(void *p, size_t n, uint64_t site)
{
	if (sr_over_blocks())
		return __sparse_block_resize(p, n, site);
	if (sr_over_asan()) {
		sr_tls.asking++;
		p = __interceptor_realloc(p, n);
		sr_tls.asking--;
		return p;
	}
	return __libc_realloc(p, n);
}

static inline void sr_under_put(void *p)
{
	if (sr_over_blocks()) {
		__sparse_block_put(p);
	} else if (sr_over_asan()) {
		sr_tls.asking++;
		__interceptor_free(p);
		sr_tls.asking--;
	} else {
		__libc_free(p);
	}
}

/* Who asks, and for what type; NULL = nobody said. */
struct sr_request {
	uint64_t pc;
	const char *type;
};
#define SR_UNTYPED ((struct sr_request){ SR_CALLER, NULL })

#pragma GCC visibility push(hidden)
void *sr_heap_get(size_t align, size_t n, struct sr_request by); /* align 0: malloc's */
void sr_heap_free(void *p, struct sr_request by);
#pragma GCC visibility pop
#endif
