/* fault.h: what is reported when a guarded block is used after its free, and when an
 * object is deleted that lives in a frame.
 *
 * The report reads as AddressSanitizer's do, with each frame's function reported by
 * where it begins: programs without symbols have no names. After it the program
 * goes on to what would have happened by itself, a signal.
 */
#ifndef SK_FAULT_H
#define SK_FAULT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SK_STACK = 48 };

/* What the steered handlers do. */
enum sk_when { SK_ANY_TIME, SK_WAITING, SK_FREEING };

struct sk_guarded {
	uintptr_t start;
	size_t size, whole;
	bool live;
	uint8_t when; /* it was freed: enum sk_when */
	uint32_t nallocs, nfrees;
	uint64_t allocs[SK_STACK], frees[SK_STACK];
};

void sk_fault_open(const char *report);
enum sk_when sk_fault_when(void);
void sk_fault_keep(void); /* what is freed keeps what it held */
const char *sk_fault_program(void); /* path of the executable */
uint32_t sk_fault_callers(uint64_t *pcs, uint32_t max);
void sk_fault_twice(const struct sk_guarded *b);
void sk_fault_foreign(uintptr_t a);

struct sk_guarded *sk_guard_at(uintptr_t a); /* guard_pages.c; NULL: in none */
#endif
