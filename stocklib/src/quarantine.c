/* quarantine.c: see quarantine.h. Called by the handler of a fault: reads memory that is known
 * to be there alone, and allocates nothing.
 */
#define _GNU_SOURCE
#include "blocks.h"
#include "quarantine.h"
#include <ucontext.h>

enum { WORDS = 64 /* of the stack: the innermost frame or two */ };

static unsigned add(struct sk_taken *list, unsigned n, uintptr_t a)
{
	struct sk_block b;

	if (n == SK_TAKEN || !sk_find(a, &b) || !b.taken)
		return n;
	for (unsigned i = 0; i < n; i++)
		if (list[i].site == b.site)
			return n;
	list[n] = (struct sk_taken){ a, b.start, b.size, b.site };
	return n + 1;
}

/* Up to the end of the page: what lies above may be no stack any more. */
static unsigned add_words(struct sk_taken *list, unsigned n, uintptr_t from)
{
	const uintptr_t *at = (const uintptr_t *)(from & ~(uintptr_t)7);

	for (int i = 0; i < WORDS; i++, at++) {
		if (i && !((uintptr_t)at & 4095))
			break;
		n = add(list, n, *at);
	}
	return n;
}

unsigned sk_taken_by(const void *context, struct sk_taken list[SK_TAKEN])
{
	const greg_t *r = ((const ucontext_t *)context)->uc_mcontext.gregs;
	uintptr_t sp = (uintptr_t)r[REG_RSP], here = (uintptr_t)&sp;
	unsigned n = 0;

	for (int i = REG_R8; i <= REG_RCX; i++)
		n = add(list, n, (uintptr_t)r[i]);
	/* Of an overflow, or a stack of the program's own, nothing is read. */
	if (n == 0 && sp > here && sp - here < (8u << 20))
		n = add_words(list, n, sp);
	return n;
}
