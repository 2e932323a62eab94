/* heap.h: what the C and the C++ entry points to the heap share. */
#ifndef SR_HEAP_H
#define SR_HEAP_H
#include "recorder.h"

#define SR_HEAP __attribute__((visibility("default")))

/* glibc's heap under the names that nobody interposes. */
void *__libc_malloc(size_t n);
void *__libc_calloc(size_t count, size_t each);
void *__libc_realloc(void *p, size_t n);
void *__libc_memalign(size_t align, size_t n);
void *__libc_valloc(size_t n);
void *__libc_pvalloc(size_t n);
void __libc_free(void *p);

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
