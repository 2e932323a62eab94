/* entry_cxx.c: operator new and delete, all variants, under their mangled names.
 *
 * When memory is out: nomemory.h.
 */
#define _GNU_SOURCE
#include "entry.h"
#include <sparserec/nomemory.h>
#include <sparserec/replaced.h>
#include <stdlib.h>

static void *get_again(size_t align, size_t n) { return sk_new(align, n, 0); }

static __attribute__((noinline)) void *no_memory(const char *name, size_t n, size_t align, const void *nothrow)
{
	return sparse_no_memory(name, n, align, nothrow, get_again);
}

static bool replaced(void);
static void *next(int at);

#define PLAIN(id, name) \
	SK_ENTRY void *id(size_t n, const void *nothrow) __asm__(name); \
	SPARSE_OWN(id, name); \
	void *id(size_t n, const void *nothrow) \
	{ \
		void *(*other)(size_t, const void *) = replaced() ? next(AT_##id) : NULL; \
		if (other) \
			return other(n, nothrow); \
		void *p = sk_new(0, n, SK_SITE); \
		return p ? p : no_memory(name, n, 0, nothrow); \
	}
#define ALIGNED(id, name) \
	SK_ENTRY void *id(size_t n, size_t align, const void *nothrow) __asm__(name); \
	SPARSE_OWN(id, name); \
	void *id(size_t n, size_t align, const void *nothrow) \
	{ \
		void *(*other)(size_t, size_t, const void *) = replaced() ? next(AT_##id) : NULL; \
		if (other) \
			return other(n, align, nothrow); \
		void *p = sk_new(align, n, SK_SITE); \
		return p ? p : no_memory(name, n, align, nothrow); \
	}
#define DELETE(id, name) \
	SK_ENTRY void id(void *p, size_t second, size_t third) __asm__(name); /* a size, an alignment, or neither */ \
	SPARSE_OWN(id, name); \
	void id(void *p, size_t second, size_t third) \
	{ \
		void (*other)(void *, size_t, size_t) = replaced() ? next(AT_##id) : NULL; \
		if (other) \
			other(p, second, third); \
		else \
			sk_delete(p); \
	}

enum {
	AT_sk_new_1,
	AT_sk_new_2,
	AT_sk_new_3,
	AT_sk_new_4,
	AT_sk_new_5,
	AT_sk_new_6,
	AT_sk_new_7,
	AT_sk_new_8,
	AT_sk_delete_1,
	AT_sk_delete_2,
	AT_sk_delete_3,
	AT_sk_delete_4,
	AT_sk_delete_5,
	AT_sk_delete_6,
	AT_sk_delete_7,
	AT_sk_delete_8,
	AT_sk_delete_9,
	AT_sk_delete_10,
	AT_sk_delete_11,
	AT_sk_delete_12,
	OPERATORS
};

PLAIN(sk_new_1, "_Znwm")
PLAIN(sk_new_2, "_Znam")
PLAIN(sk_new_3, "_ZnwmRKSt9nothrow_t")
PLAIN(sk_new_4, "_ZnamRKSt9nothrow_t")
ALIGNED(sk_new_5, "_ZnwmSt11align_val_t")
ALIGNED(sk_new_6, "_ZnamSt11align_val_t")
ALIGNED(sk_new_7, "_ZnwmSt11align_val_tRKSt9nothrow_t")
ALIGNED(sk_new_8, "_ZnamSt11align_val_tRKSt9nothrow_t")

DELETE(sk_delete_1, "_ZdlPv")
DELETE(sk_delete_2, "_ZdaPv")
DELETE(sk_delete_3, "_ZdlPvm")
DELETE(sk_delete_4, "_ZdaPvm")
DELETE(sk_delete_5, "_ZdlPvRKSt9nothrow_t")
DELETE(sk_delete_6, "_ZdaPvRKSt9nothrow_t")
DELETE(sk_delete_7, "_ZdlPvSt11align_val_t")
DELETE(sk_delete_8, "_ZdaPvSt11align_val_t")
DELETE(sk_delete_9, "_ZdlPvmSt11align_val_t")
DELETE(sk_delete_10, "_ZdaPvmSt11align_val_t")
DELETE(sk_delete_11, "_ZdlPvSt11align_val_tRKSt9nothrow_t")
DELETE(sk_delete_12, "_ZdaPvSt11align_val_tRKSt9nothrow_t")

static struct sparse_function all[] = {
#define OPERATOR(id, name) [AT_##id] = { name, (void *)id, (void *)own_##id, NULL }
	OPERATOR(sk_new_1, "_Znwm"),
	OPERATOR(sk_new_2, "_Znam"),
	OPERATOR(sk_new_3, "_ZnwmRKSt9nothrow_t"),
	OPERATOR(sk_new_4, "_ZnamRKSt9nothrow_t"),
	OPERATOR(sk_new_5, "_ZnwmSt11align_val_t"),
	OPERATOR(sk_new_6, "_ZnamSt11align_val_t"),
	OPERATOR(sk_new_7, "_ZnwmSt11align_val_tRKSt9nothrow_t"),
	OPERATOR(sk_new_8, "_ZnamSt11align_val_tRKSt9nothrow_t"),
	OPERATOR(sk_delete_1, "_ZdlPv"),
	OPERATOR(sk_delete_2, "_ZdaPv"),
	OPERATOR(sk_delete_3, "_ZdlPvm"),
	OPERATOR(sk_delete_4, "_ZdaPvm"),
	OPERATOR(sk_delete_5, "_ZdlPvRKSt9nothrow_t"),
	OPERATOR(sk_delete_6, "_ZdaPvRKSt9nothrow_t"),
	OPERATOR(sk_delete_7, "_ZdlPvSt11align_val_t"),
	OPERATOR(sk_delete_8, "_ZdaPvSt11align_val_t"),
	OPERATOR(sk_delete_9, "_ZdlPvmSt11align_val_t"),
	OPERATOR(sk_delete_10, "_ZdaPvmSt11align_val_t"),
	OPERATOR(sk_delete_11, "_ZdlPvSt11align_val_tRKSt9nothrow_t"),
	OPERATOR(sk_delete_12, "_ZdaPvSt11align_val_tRKSt9nothrow_t"),
	{ "malloc", (void *)malloc, (void *)own_malloc, NULL },
	{ "free", (void *)free, (void *)own_free, NULL },
};

static bool replaced(void)
{
	static _Atomic int known;

	return sparse_replaced(&known, all, sizeof all / sizeof *all);
}

static void *next(int at) { return atomic_load_explicit(&all[at].next, memory_order_relaxed); }
