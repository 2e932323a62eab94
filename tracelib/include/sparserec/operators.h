/* operators.h: all variants of operator new and delete, under their mangled names, for a library that
 * puts its own in place of C++'s (replaced.h). Who includes this defines them, with the parameters that
 * are declared here, and own_malloc and own_free elsewhere; each asks sparse_operator_behind first.
 */
#ifndef SPARSEREC_OPERATORS_H
#define SPARSEREC_OPERATORS_H
#include <sparserec/replaced.h>

#include <stdlib.h>

/* NEW: of a size. ALIGNED: of a size and an alignment. DELETE: of a pointer; a size, an alignment, or
 * neither follows. */
#define SPARSE_EACH_OPERATOR(NEW, ALIGNED, DELETE) \
	NEW(new_one, "_Znwm") \
	NEW(new_array, "_Znam") \
	NEW(new_one_nothrow, "_ZnwmRKSt9nothrow_t") \
	NEW(new_array_nothrow, "_ZnamRKSt9nothrow_t") \
	ALIGNED(new_one_aligned, "_ZnwmSt11align_val_t") \
	ALIGNED(new_array_aligned, "_ZnamSt11align_val_t") \
	ALIGNED(new_one_aligned_nothrow, "_ZnwmSt11align_val_tRKSt9nothrow_t") \
	ALIGNED(new_array_aligned_nothrow, "_ZnamSt11align_val_tRKSt9nothrow_t") \
	DELETE(delete_one, "_ZdlPv") \
	DELETE(delete_array, "_ZdaPv") \
	DELETE(delete_one_sized, "_ZdlPvm") \
	DELETE(delete_array_sized, "_ZdaPvm") \
	DELETE(delete_one_nothrow, "_ZdlPvRKSt9nothrow_t") \
	DELETE(delete_array_nothrow, "_ZdaPvRKSt9nothrow_t") \
	DELETE(delete_one_aligned, "_ZdlPvSt11align_val_t") \
	DELETE(delete_array_aligned, "_ZdaPvSt11align_val_t") \
	DELETE(delete_one_sized_aligned, "_ZdlPvmSt11align_val_t") \
	DELETE(delete_array_sized_aligned, "_ZdaPvmSt11align_val_t") \
	DELETE(delete_one_aligned_nothrow, "_ZdlPvSt11align_val_tRKSt9nothrow_t") \
	DELETE(delete_array_aligned_nothrow, "_ZdaPvSt11align_val_tRKSt9nothrow_t")

#define SPARSE_OPERATOR __attribute__((visibility("default")))
#define SPARSE_IS_NEW(id, name) \
	SPARSE_OPERATOR void *id(size_t n, const void *nothrow) __asm__(name); \
	SPARSE_OWN(id, name);
#define SPARSE_IS_ALIGNED(id, name) \
	SPARSE_OPERATOR void *id(size_t n, size_t align, const void *nothrow) __asm__(name); \
	SPARSE_OWN(id, name);
#define SPARSE_IS_DELETE(id, name) \
	SPARSE_OPERATOR void id(void *p, size_t second, size_t third) __asm__(name); \
	SPARSE_OWN(id, name);
SPARSE_EACH_OPERATOR(SPARSE_IS_NEW, SPARSE_IS_ALIGNED, SPARSE_IS_DELETE)

#define SPARSE_HIDDEN __attribute__((visibility("hidden")))
SPARSE_HIDDEN void *own_malloc(size_t n); /* ours, whoever else has the name */
SPARSE_HIDDEN void own_free(void *p);

#define SPARSE_AT(id, name) SPARSE_AT_##id,
enum { SPARSE_EACH_OPERATOR(SPARSE_AT, SPARSE_AT, SPARSE_AT) };

#define SPARSE_ROW(id, name) { name, (void *)id, (void *)own_##id, NULL },
static struct sparse_function sparse_operators[] = {
	SPARSE_EACH_OPERATOR(SPARSE_ROW, SPARSE_ROW, SPARSE_ROW)
	{ "malloc", (void *)malloc, (void *)own_malloc, NULL },
	{ "free", (void *)free, (void *)own_free, NULL },
};

/* The library's, which is to be called in place of ours; NULL: ours is right. */
static inline void *sparse_operator_behind(int at)
{
	static _Atomic int known;

	if (!sparse_replaced(&known, sparse_operators, sizeof sparse_operators / sizeof *sparse_operators))
		return NULL;
	return atomic_load_explicit(&sparse_operators[at].next, memory_order_relaxed);
}
#endif
