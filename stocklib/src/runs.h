/* runs.h: stretches of address space, in units of SK_UNIT bytes.
 *
 * A run that is used or free is described by a struct outside of it, and each unit
 * of a used run points to it; of a free one the first and the last do, so that
 * neighbours are joined. Best fit; what was used before and is large gives its
 * memory back to the system.
 */
#ifndef SK_RUNS_H
#define SK_RUNS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdatomic.h>

enum { SK_UNIT_BITS = 16, SK_UNIT = 1 << SK_UNIT_BITS };

struct sk_run {
	uintptr_t start;
	size_t units;
	bool used;
	bool fresh;           /* all zero: nothing was ever in it */
	/* Of a used one: */
	uint32_t size;        /* of its blocks, 0 = it is one large block */
	uint32_t count;       /* of them */
	uint32_t class;       /* their class, classes.h */
	uint64_t inverse;     /* 2^40 / size, rounded up */
	_Atomic uint64_t *words; /* one for each block */
	_Atomic uint64_t word;   /* of the large block */
	uintptr_t first;      /* where that starts */
	size_t large;         /* its size as asked for */
	uint32_t unused;      /* blocks that were never handed out start here */
	struct sk_run *next, *prev; /* of the free ones */
};

extern uintptr_t sk_base;        /* where the space of blocks starts */
extern _Atomic uintptr_t sk_top; /* and ends, for now: it grows; 0: there is none */
extern struct sk_run *_Atomic *sk_units;

/* NULL: no room. The run belongs to the caller, who then shows it. */
struct sk_run *sk_run_get(size_t units);
/* From here on its addresses lead to it. */
void sk_run_show(struct sk_run *r);
void sk_run_put(struct sk_run *r);
/* Pages of our own, never given back; NULL: none. */
void *sk_pages(size_t n);
void sk_runs_lock(void);
void sk_runs_unlock(void);

static inline struct sk_run *sk_run_of(uintptr_t a)
{
	if (a - sk_base >= atomic_load_explicit(&sk_top, memory_order_acquire) - sk_base)
		return NULL;
	return atomic_load_explicit(&sk_units[(a - sk_base) >> SK_UNIT_BITS], memory_order_acquire);
}
#endif
