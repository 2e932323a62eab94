/* lifetimes.h: objects that a thread's block destroyed, and references that it
 * took: what is not yet known to be worth a record. Part of sr_thread. */
#ifndef SR_LIFETIMES_H
#define SR_LIFETIMES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	SR_ENDED = 64,    /* destroyed objects that wait for their memory's free */
	SR_REFS = 256,    /* references taken in this block */
	SR_HELD = 64,     /* references that are held while a loop spins */
	SR_WAITING = 64,  /* functions that wait for it, the innermost ones */
};

struct sr_thread;

struct sr_ended {
	uint64_t at, size;
	uint32_t stack, how;
};

enum { SR_DESTROY = 0, SR_SCOPE = 1 }; /* how */

/* A function's activation (stacks.c); its frame is the one of this number, from 1. */
struct sr_activation {
	uint64_t number;
	uint32_t depth, unused;
};

struct sr_reference {
	uint64_t counter, block; /* block: valid in this one */
	struct sr_activation in;
};

struct sr_lifetimes {
	uint32_t nended, nheld, nwaiting, unused;
	uint64_t block;
	struct sr_ended ended[SR_ENDED];
	struct sr_reference refs[SR_REFS], held[SR_HELD];
	struct sr_activation waiting[SR_WAITING];
};

#pragma GCC visibility push(hidden)
/* lifetimes.c: `n` bytes at `a` go back to the heap; something ends; a block of the
 * thread ends. All with the guard held. */
void sr_ends_cancel(struct sr_thread *t, uint64_t a, uint64_t n);
void sr_ends_add(struct sr_thread *t, const struct sr_ended *e);
void sr_ends_write(struct sr_thread *t);

/* references.c: a handler spins a loop, or is over. */
void sr_refs_hold(struct sr_thread *t);
void sr_refs_forget(struct sr_thread *t);
#pragma GCC visibility pop
#endif
