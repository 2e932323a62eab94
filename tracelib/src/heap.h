/* heap.h: what the C and the C++ entry points to the heap share. */
#ifndef SR_HEAP_H
#define SR_HEAP_H
#include "../include/sparserec/stock.h"
#include "recorder.h"
#include <errno.h>

#define SR_HEAP __attribute__((visibility("default")))

/* glibc's heap under the names that nobody interposes. */
void *__libc_malloc(size_t n);
void *__libc_calloc(size_t count, size_t each);
void *__libc_realloc(void *p, size_t n);
void *__libc_memalign(size_t align, size_t n); /* but AddressSanitizer, see heap.c */
void __libc_free(void *p);

#pragma GCC visibility push(hidden)
void *sr_heap_memalign(size_t align, size_t n);
#pragma GCC visibility pop

/* Where memory comes from: the heap that knows its blocks, where it was loaded. */
static inline void *sr_under_get(size_t align, size_t n, uint64_t site)
{
	if (__sparse_block_get)
		return __sparse_block_get(align, n, site);
	return align ? sr_heap_memalign(align, n) : __libc_malloc(n);
}

static inline void *sr_under_zeroed(size_t count, size_t each, uint64_t site)
{
	size_t n;

	if (!__sparse_block_get_zeroed)
		return __libc_calloc(count, each);
	if (!__builtin_mul_overflow(count, each, &n))
		return __sparse_block_get_zeroed(n, site);
	errno = ENOMEM;
	return NULL;
}

static inline void *sr_under_resize(void *p, size_t n, uint64_t site)
{
	return __sparse_block_resize ? __sparse_block_resize(p, n, site) : __libc_realloc(p, n);
}

static inline void sr_under_put(void *p)
{
	if (__sparse_block_put)
		__sparse_block_put(p);
	else
		__libc_free(p);
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
