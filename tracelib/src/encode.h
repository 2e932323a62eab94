/* encode.h: records into the open block of a thread.
 *
 * How a record is written: (1) everything that defines something new is done
 * first, since it writes records of its own; (2) sr_reserve makes room, and may
 * open a block, which starts the deltas again; (3) sr_tag and the sr_put family
 * write behind `committed`; (4) sr_commit publishes.
 */
#ifndef SR_ENCODE_H
#define SR_ENCODE_H
#include "file.h"
#include <sys/single_threaded.h>

/* What a tag may leave out of any record but an access. */
enum { SR_NEXT = 1 << 5, SR_NO_ATTRS = 2 << 5, SR_NO_SIZE = 4 << 5, SR_NO_MOMENT = 4 << 5 };

enum sr_code {
#define SPARSE_RECORD(name, code, fields) SR_##name = code,
#include "../include/sparserec/events.def"
};

/* What this library writes, record by record. The table changed? Then change
 * the code that writes the record, then its line here. */
#define SR_WRITES_enterloop "qs"   /* events.c */
#define SR_WRITES_exitloop "qs"
#define SR_WRITES_enq "qekplsa"
#define SR_WRITES_drop "qes"
#define SR_WRITES_deq "qekad"
#define SR_WRITES_end "qed"
#define SR_WRITES_pause "qegsad"
#define SR_WRITES_reset "qgs"
#define SR_WRITES_resume "qegd"
#define SR_WRITES_fork "qes"
#define SR_WRITES_join "qes"
#define SR_WRITES_sink "qtxnsa"
#define SR_WRITES_read "yzm"       /* access.c */
#define SR_WRITES_write "yzm"
#define SR_WRITES_alloc "qshna"    /* heap.c, lifetimes.c */
#define SR_WRITES_free "qshna"
#define SR_WRITES_hold "qshna"     /* events.c */
#define SR_WRITES_ref "qxs"        /* references.c */
#define SR_WRITES_unref "qxs"
#define SR_WRITES_copy "qxwn"      /* flow.c */
#define SR_WRITES_flow "qio"
#define SR_WRITES_site "qutb"
#define SR_WRITES_string "qub"     /* strings.c */
#define SR_WRITES_stack "fc"       /* stacks.c */
#define SR_WRITES_typed "ft"
#define SR_WRITES_module "quuutt"  /* modules.c */
#define SR_WRITES_lost "u"         /* below */
#define SR_WRITES_mark "q"
#define SR_WRITES_location "qub"   /* never: text form only */
#define SR_WRITES_eventname "qub"
#define SR_WRITES_guardname "qub"
#define SPARSE_RECORD(name, code, fields) \
	_Static_assert(__builtin_strcmp(fields, SR_WRITES_##name) == 0, "fields of " #name); \
	_Static_assert((code) > 0 && (code) < 32, "code of " #name);
#include "../include/sparserec/events.def"
_Static_assert(SPARSE_TRACE_VERSION == 15, "the records above are those of version 15");

static inline uint8_t *sr_put(uint8_t *p, uint64_t v)
{
	while (v >= 0x80) {
		*p++ = (uint8_t)(v | 0x80);
		v >>= 7;
	}
	*p++ = (uint8_t)v;
	return p;
}

static inline uint64_t sr_zigzag(uint64_t difference)
{
	return difference << 1 ^ (uint64_t)((int64_t)difference >> 63);
}

static inline uint8_t *sr_put_signed(uint8_t *p, int64_t v)
{
	return sr_put(p, sr_zigzag((uint64_t)v));
}

static inline uint8_t *sr_put_addr(struct sr_thread *t, uint8_t *p, uint64_t addr)
{
	int64_t delta = (int64_t)(addr - t->last_addr);

	t->last_addr = addr;
	return sr_put_signed(p, delta);
}

/* A stack as it is written: zigzag. */
static inline uint64_t sr_stack_ref(struct sr_thread *t, uint32_t stack)
{
	int64_t delta = (int64_t)stack - t->last_ref;

	t->last_ref = stack;
	return (uint64_t)delta << 1 ^ (uint64_t)(delta >> 63);
}

/* Stack and address of an access. A place in the code mostly goes on where it
 * left off, whatever others do in between; else what comes next is near to what
 * came last, whoever touched that. The shorter way is taken. */
static inline uint8_t *sr_put_access(struct sr_thread *t, uint8_t *p, uint64_t addr, uint64_t n, uint32_t stack)
{
	uint64_t *at = &t->went_to[stack % SR_PLACES], far = sr_zigzag(addr - *at), near = sr_zigzag(addr - t->last_addr);
	uint64_t ref = sr_stack_ref(t, stack) << 1;

	t->last_addr = addr;
	*at = addr + n;
	return far <= near ? sr_put(sr_put(p, ref), far) : sr_put(sr_put(p, ref | 1), near);
}

/* The heap's addresses have a chain of their own, and differ by multiples of 16;
 * else a 1 says that the plain difference follows. */
static inline uint8_t *sr_put_heap_addr(struct sr_thread *t, uint8_t *p, uint64_t addr)
{
	int64_t delta = (int64_t)(addr - t->last_heap), units = delta / 16;

	t->last_heap = addr;
	if (SR_UNLIKELY(delta % 16 != 0)) {
		*p++ = 1;
		return sr_put_signed(p, delta);
	}
	return sr_put(p, ((uint64_t)units << 1 ^ (uint64_t)(units >> 63)) << 1);
}

static inline uint8_t *sr_put_stack(struct sr_thread *t, uint8_t *p, uint32_t stack)
{
	return sr_put(p, sr_stack_ref(t, stack));
}

static inline void sr_note_seq(struct sr_thread *t, uint64_t seq)
{
	t->last_seq = t->seen_op = seq;
	atomic_store_explicit(&sr_order.last_op, seq, memory_order_relaxed);
}

/* Writes seq, which must be larger than any that the block has. */
static inline uint8_t *sr_put_seq(struct sr_thread *t, uint8_t *p, uint64_t seq)
{
	p = sr_put(p, seq - t->last_seq);
	sr_note_seq(t, seq);
	return p;
}

static inline uint64_t sr_next_seq(void)
{
	if (__libc_single_threaded) {
		uint64_t seq = atomic_load_explicit(&sr_order.next, memory_order_relaxed);

		atomic_store_explicit(&sr_order.next, seq + 1, memory_order_relaxed);
		return seq;
	}
	return atomic_fetch_add_explicit(&sr_order.next, 1, memory_order_acq_rel);
}

static inline void sr_commit(struct sr_thread *t, uint8_t *p)
{
	t->cur = p;
	atomic_store_explicit(&t->block->committed,
			      (uint32_t)(p - t->block->payload), memory_order_release);
}

static inline void sr_put_lost(struct sr_thread *t)
{
	uint64_t n = t->lost;
	uint8_t *p = t->cur;

	t->lost = 0;
	*p++ = SR_lost;
	sr_commit(t, sr_put(p, n));
}

static inline bool sr_reserve(struct sr_thread *t, size_t need)
{
	if (SR_UNLIKELY(t->end - t->cur < (ptrdiff_t)need + 16) && !sr_block_next(t))
		return false;
	if (SR_UNLIKELY(t->lost))
		sr_put_lost(t);
	return true;
}

/* What follows came after all that has a number by now. */
static inline void sr_mark(struct sr_thread *t)
{
	uint64_t seq = sr_next_seq();
	uint8_t *p = t->cur;

	*p++ = SR_mark;
	sr_commit(t, sr_put(p, seq - t->last_seq));
	t->last_seq = seq;
}

/* Accesses have no number of their own. When other threads have recorded an
 * operation since this one's last, a mark says that what follows came later. A
 * mark is no operation: two threads that only access do not make each other
 * write marks. */
static inline void sr_catch_up(struct sr_thread *t)
{
	uint64_t op = atomic_load_explicit(&sr_order.last_op, memory_order_relaxed);

	if (op == t->seen_op)
		return;
	t->seen_op = op;
	sr_mark(t);
}

/* The head of a sequenced record. */
static inline uint8_t *sr_tag(struct sr_thread *t, enum sr_code code)
{
	uint8_t *p = t->cur;

	*p++ = (uint8_t)code;
	return sr_put_seq(t, p, sr_next_seq());
}
#endif
