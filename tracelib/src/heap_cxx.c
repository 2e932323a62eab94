/* heap_cxx.c: operator new and delete, all variants, under their mangled names.
 *
 * Without these, every C++ allocation would seem to come from inside the C++
 * runtime. When memory is out: nomemory.h.
 *
 * Compiled code says before the call what type it is about; taken here, whether
 * anything is recorded or not, so that no other call is taken for it.
 */
#define _GNU_SOURCE
#include "../include/sparserec/instrument.h"
#include <sparserec/nomemory.h>
#include <sparserec/operators.h>
#include "heap.h"

SPARSE_EXPORT __thread const char *__sparse_type __attribute__((tls_model("initial-exec")));

void __sparse_of_type(const char *type) { __sparse_type = type; }

static inline const char *take_type(void)
{
	const char *type = __sparse_type;

	__sparse_type = NULL;
	return type;
}

#define SR_TYPED ((struct sr_request){ SR_CALLER, take_type() })

static void *get_again(size_t align, size_t n)
{
	return sr_heap_get(align, n, (struct sr_request){ SR_CALLER, NULL });
}

static SR_NOINLINE void *out_of_memory(const char *name, size_t n, size_t align, const void *nothrow)
{
	return sparse_no_memory(name, n, align, nothrow, get_again);
}

#define NEW(id, name) \
	void *id(size_t n, const void *nothrow) \
	{ \
		void *(*behind)(size_t, const void *) = sparse_operator_behind(SPARSE_AT_##id); \
		if (behind) \
			return take_type(), behind(n, nothrow); \
		void *p = sr_heap_get(0, n, SR_TYPED); \
		return p ? p : out_of_memory(name, n, 0, nothrow); \
	}
#define ALIGNED(id, name) \
	void *id(size_t n, size_t align, const void *nothrow) \
	{ \
		void *(*behind)(size_t, size_t, const void *) = sparse_operator_behind(SPARSE_AT_##id); \
		if (behind) \
			return take_type(), behind(n, align, nothrow); \
		void *p = sr_heap_get(align, n, SR_TYPED); \
		return p ? p : out_of_memory(name, n, align, nothrow); \
	}
#define DELETE(id, name) \
	void id(void *p, size_t second, size_t third) \
	{ \
		void (*behind)(void *, size_t, size_t) = sparse_operator_behind(SPARSE_AT_##id); \
		if (behind) \
			take_type(), behind(p, second, third); \
		else \
			sr_heap_free(p, SR_TYPED); \
	}

SPARSE_EACH_OPERATOR(NEW, ALIGNED, DELETE)
