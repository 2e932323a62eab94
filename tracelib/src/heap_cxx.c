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
#include <sparserec/replaced.h>
#include <stdlib.h>
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

static bool replaced(void);
static void *next(int at);

#define NEW(id, name) \
	SR_HEAP void *id(size_t n, const void *nothrow) __asm__(name); \
	SPARSE_OWN(id, name); \
	void *id(size_t n, const void *nothrow) \
	{ \
		void *(*other)(size_t, const void *) = replaced() ? next(AT_##id) : NULL; \
		if (other) \
			return take_type(), other(n, nothrow); \
		void *p = sr_heap_get(0, n, SR_TYPED); \
		return p ? p : out_of_memory(name, n, 0, nothrow); \
	}
#define NEW_ALIGNED(id, name) \
	SR_HEAP void *id(size_t n, size_t align, const void *nothrow) __asm__(name); \
	SPARSE_OWN(id, name); \
	void *id(size_t n, size_t align, const void *nothrow) \
	{ \
		void *(*other)(size_t, size_t, const void *) = replaced() ? next(AT_##id) : NULL; \
		if (other) \
			return take_type(), other(n, align, nothrow); \
		void *p = sr_heap_get(align, n, SR_TYPED); \
		return p ? p : out_of_memory(name, n, align, nothrow); \
	}
#define DELETE(id, name) \
	SR_HEAP void id(void *p, size_t second, size_t third) __asm__(name); /* a size, an alignment, or neither */ \
	SPARSE_OWN(id, name); \
	void id(void *p, size_t second, size_t third) \
	{ \
		void (*other)(void *, size_t, size_t) = replaced() ? next(AT_##id) : NULL; \
		if (other) \
			take_type(), other(p, second, third); \
		else \
			sr_heap_free(p, SR_TYPED); \
	}

enum {
	AT_new_one,
	AT_new_array,
	AT_new_one_nothrow,
	AT_new_array_nothrow,
	AT_new_one_aligned,
	AT_new_array_aligned,
	AT_new_one_aligned_nothrow,
	AT_new_array_aligned_nothrow,
	AT_delete_one,
	AT_delete_array,
	AT_delete_one_sized,
	AT_delete_array_sized,
	AT_delete_one_nothrow,
	AT_delete_array_nothrow,
	AT_delete_one_aligned,
	AT_delete_array_aligned,
	AT_delete_one_sized_aligned,
	AT_delete_array_sized_aligned,
	AT_delete_one_aligned_nothrow,
	AT_delete_array_aligned_nothrow,
	OPERATORS
};

NEW(new_one, "_Znwm")
NEW(new_array, "_Znam")
NEW(new_one_nothrow, "_ZnwmRKSt9nothrow_t")
NEW(new_array_nothrow, "_ZnamRKSt9nothrow_t")
NEW_ALIGNED(new_one_aligned, "_ZnwmSt11align_val_t")
NEW_ALIGNED(new_array_aligned, "_ZnamSt11align_val_t")
NEW_ALIGNED(new_one_aligned_nothrow, "_ZnwmSt11align_val_tRKSt9nothrow_t")
NEW_ALIGNED(new_array_aligned_nothrow, "_ZnamSt11align_val_tRKSt9nothrow_t")

DELETE(delete_one, "_ZdlPv")
DELETE(delete_array, "_ZdaPv")
DELETE(delete_one_sized, "_ZdlPvm")
DELETE(delete_array_sized, "_ZdaPvm")
DELETE(delete_one_nothrow, "_ZdlPvRKSt9nothrow_t")
DELETE(delete_array_nothrow, "_ZdaPvRKSt9nothrow_t")
DELETE(delete_one_aligned, "_ZdlPvSt11align_val_t")
DELETE(delete_array_aligned, "_ZdaPvSt11align_val_t")
DELETE(delete_one_sized_aligned, "_ZdlPvmSt11align_val_t")
DELETE(delete_array_sized_aligned, "_ZdaPvmSt11align_val_t")
DELETE(delete_one_aligned_nothrow, "_ZdlPvSt11align_val_tRKSt9nothrow_t")
DELETE(delete_array_aligned_nothrow, "_ZdaPvSt11align_val_tRKSt9nothrow_t")

static struct sparse_function all[] = {
#define OPERATOR(id, name) [AT_##id] = { name, (void *)id, (void *)own_##id, NULL }
	OPERATOR(new_one, "_Znwm"),
	OPERATOR(new_array, "_Znam"),
	OPERATOR(new_one_nothrow, "_ZnwmRKSt9nothrow_t"),
	OPERATOR(new_array_nothrow, "_ZnamRKSt9nothrow_t"),
	OPERATOR(new_one_aligned, "_ZnwmSt11align_val_t"),
	OPERATOR(new_array_aligned, "_ZnamSt11align_val_t"),
	OPERATOR(new_one_aligned_nothrow, "_ZnwmSt11align_val_tRKSt9nothrow_t"),
	OPERATOR(new_array_aligned_nothrow, "_ZnamSt11align_val_tRKSt9nothrow_t"),
	OPERATOR(delete_one, "_ZdlPv"),
	OPERATOR(delete_array, "_ZdaPv"),
	OPERATOR(delete_one_sized, "_ZdlPvm"),
	OPERATOR(delete_array_sized, "_ZdaPvm"),
	OPERATOR(delete_one_nothrow, "_ZdlPvRKSt9nothrow_t"),
	OPERATOR(delete_array_nothrow, "_ZdaPvRKSt9nothrow_t"),
	OPERATOR(delete_one_aligned, "_ZdlPvSt11align_val_t"),
	OPERATOR(delete_array_aligned, "_ZdaPvSt11align_val_t"),
	OPERATOR(delete_one_sized_aligned, "_ZdlPvmSt11align_val_t"),
	OPERATOR(delete_array_sized_aligned, "_ZdaPvmSt11align_val_t"),
	OPERATOR(delete_one_aligned_nothrow, "_ZdlPvSt11align_val_tRKSt9nothrow_t"),
	OPERATOR(delete_array_aligned_nothrow, "_ZdaPvSt11align_val_tRKSt9nothrow_t"),
	{ "malloc", (void *)malloc, (void *)own_malloc, NULL },
	{ "free", (void *)free, (void *)own_free, NULL },
};

static bool replaced(void)
{
	static _Atomic int known;

	return sparse_replaced(&known, all, sizeof all / sizeof *all);
}

static void *next(int at) { return atomic_load_explicit(&all[at].next, memory_order_relaxed); }
