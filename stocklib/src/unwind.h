/* unwind.h: libunwind, loaded for ourselves alone.
 *
 * Debian's libunwind.so also defines the functions that carry C++ exceptions.
 * Linked to a preloaded library it would take them from libgcc, for the whole
 * program; so it is opened locally.
 */
#ifndef SK_UNWIND_H
#define SK_UNWIND_H
#define UNW_LOCAL_ONLY
#include <libunwind.h>
#include <stdbool.h>
#include <stdint.h>

enum { SK_DEPTH = 256 };

/* The registers that a callee keeps, in the order of their DWARF numbers. */
enum { SK_RBX, SK_RBP, SK_R12, SK_R13, SK_R14, SK_R15, SK_SAVED };

struct sk_frame {
	uintptr_t pc;       /* where it goes on */
	uintptr_t lo, hi;   /* its stack: from the stack pointer there to its caller's */
	uintptr_t saved[SK_SAVED];   /* the registers when it goes on */
	uintptr_t saved_at[SK_SAVED]; /* where in callees' stacks they wait, 0: in none */
	uintptr_t function; /* its first instruction, 0 = unknown */
	bool unwinds;       /* there may be unwind information for it */
};

bool sk_unwind_open(void);
/* The frames of this thread, innermost first, ours included, up to the stack
 * address `top`. */
unsigned sk_frames(struct sk_frame *frames, unsigned max, uintptr_t top);
/* Return addresses, fast: callers of the caller first. */
unsigned sk_callers(uint64_t *pcs, unsigned max);
/* Places of a signal's context, the interrupted instruction first. */
unsigned sk_fault_places(void *context, uint64_t *pcs, unsigned max);
/* The first instruction of the function around, 0 = unknown. */
uintptr_t sk_function_of(uintptr_t pc);
/* Behind its last one, likewise. */
uintptr_t sk_function_end(uintptr_t pc);
#endif
