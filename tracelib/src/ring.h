/* ring.h: the last stretch of a recording (ring.c). docs/trace-format.md, *The ring*. */
#ifndef SR_RING_H
#define SR_RING_H
#include "encode.h"

enum {
	SR_SLOT = 32 << 10,             /* bytes of a slot, which a thread fills with operations */
	SR_UNIT = 16 << 10,             /* bytes of a block of definitions */
	SR_MOST_SLOTS = 1 << 15,        /* a ring of 1 GiB */
	SR_MOST_DEFINITIONS = 12 << 20, /* bytes of all of these */
};

#pragma GCC visibility push(hidden)
extern bool sr_ring_on;

void sr_ring_begin(uint64_t size); /* a recording begins; 0: without a ring */
/* In a forked child, which may go on for long: it does not keep the slots' memory. */
void sr_ring_abandon(void);

/* Ends the thread's block, if it has one, and begins another; NULL: none is to be had. */
struct sr_block *sr_ring_turn(struct sr_thread *t);
void sr_ring_leave(struct sr_thread *t); /* the thread ends */
void sr_ring_open(struct sr_thread *t);  /* a block has begun: says first what is open */

/* Room for a definition of the thread's own; false: no more are kept. */
bool sr_pen_room(struct sr_thread *t, size_t need);
void sr_pen_commit(struct sr_thread *t, uint8_t *p);

/* Own texts, which few operations of a thread refer to, are dropped with these. Before an operation:
 * room for `size` bytes of them, as sr_own_size has it. If that begins a unit, the thread forgets
 * the texts that it knows. */
void sr_ring_own_room(struct sr_thread *t, size_t size);
/* False: there is no room. */
bool sr_ring_own(struct sr_thread *t, uint32_t id, const void *text, size_t n);
static inline size_t sr_own_size(size_t n) { return n + 2 + 2 * 5; }

/* A definition for all threads: numbers, then bytes with their length, unless they are NULL. */
bool sr_ring_define(enum sr_code code, const uint64_t *numbers, uint32_t n, const void *bytes, size_t size);

/* What is open in a thread, as it is recorded. */
void sr_open_push(struct sr_thread *t, enum sr_code code, uint64_t event, uint64_t guard, uint64_t kind,
		  const uint8_t *attrs, size_t size);
void sr_open_pop(struct sr_thread *t, enum sr_code code, uint64_t event, uint64_t guard);
void sr_open_none(struct sr_thread *t);
#pragma GCC visibility pop
#endif
