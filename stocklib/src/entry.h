/* entry.h: what the C and the C++ entry points share. */
#ifndef SK_ENTRY_H
#define SK_ENTRY_H
#include <stddef.h>
#include <stdint.h>

#define SK_ENTRY __attribute__((visibility("default")))
#define SK_SITE ((uint64_t)(uintptr_t)__builtin_return_address(0))

void *sk_new(size_t align, size_t n, uint64_t site); /* guarded where it is to be; NULL: no memory */
void sk_delete(void *p);
#endif
