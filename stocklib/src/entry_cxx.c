/* entry_cxx.c: operator new and delete, all variants, under their mangled names.
 *
 * When memory is out: nomemory.h.
 */
#define _GNU_SOURCE
#include "entry.h"
#include <sparserec/nomemory.h>
#include <sparserec/operators.h>

static void *get_again(size_t align, size_t n) { return sk_new(align, n, 0); }

static __attribute__((noinline)) void *no_memory(const char *name, size_t n, size_t align, const void *nothrow)
{
	return sparse_no_memory(name, n, align, nothrow, get_again);
}

#define NEW(id, name) \
	void *id(size_t n, const void *nothrow) \
	{ \
		void *(*behind)(size_t, const void *) = sparse_operator_behind(SPARSE_AT_##id); \
		if (behind) \
			return behind(n, nothrow); \
		void *p = sk_new(0, n, SK_SITE); \
		return p ? p : no_memory(name, n, 0, nothrow); \
	}
#define ALIGNED(id, name) \
	void *id(size_t n, size_t align, const void *nothrow) \
	{ \
		void *(*behind)(size_t, size_t, const void *) = sparse_operator_behind(SPARSE_AT_##id); \
		if (behind) \
			return behind(n, align, nothrow); \
		void *p = sk_new(align, n, SK_SITE); \
		return p ? p : no_memory(name, n, align, nothrow); \
	}
#define DELETE(id, name) \
	void id(void *p, size_t second, size_t third) \
	{ \
		void (*behind)(void *, size_t, size_t) = sparse_operator_behind(SPARSE_AT_##id); \
		if (behind) \
			behind(p, second, third); \
		else \
			sk_delete(p); \
	}

SPARSE_EACH_OPERATOR(NEW, ALIGNED, DELETE)
