/* recorder.h: the recorder's own view of a thread, and the way in.
 *
 * Rules of the whole library:
 *   - sr_enter is the only way to a thread's state; it takes the recursion
 *     guard, and the end of the scope gives it back (SR_INSIDE). What a signal
 *     handler's longjmp left behind is found by its frame. An operation that arrives in between
 *     comes from a signal handler (counted as lost) or from a libc function
 *     that we called ourselves (SR_LIBC, dropped). Where a tool asked for quiet
 *     (SR_QUIET), all is dropped but allocations and frees (heap.c).
 *   - Nothing here calls malloc, stdio or a blocking lock on the way of an
 *     ordinary operation; memory of our own comes from mmap.
 *   - errno is as the program left it. The host is never ended.
 *   - A thread's state is wiped by the kernel in a forked child (live == 0),
 *     so that no child can write into its parent's file.
 */
#ifndef SR_RECORDER_H
#define SR_RECORDER_H
#include "../include/sparserec/view.h"
#include "lifetimes.h"
#include "values.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SR_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define SR_NOINLINE __attribute__((noinline))
#define SR_CALLER ((uint64_t)(uintptr_t)__builtin_return_address(0))

enum {
	SR_MAX_DEPTH = 4096,     /* frames kept; deeper ones are counted only */
	SR_MAX_STACKS = 1 << 21, /* stacks a thread may define, 48 MiB of table */
	SR_MAX_RECORD = 512,     /* bytes of the largest record without text */
	SR_KNOWN = 256,          /* texts a thread remembers */
	SR_OWN = 256,            /* large ranges of the block's own */
	SR_HANDED = 32,          /* pointers that it handed over and remembers */
	SR_FOUND = 32,           /* atomic variables of which it remembers what it found there */
	SR_KEYS = 64,            /* and attribute keys */
	SR_MAX_RUN = 16 << 10,   /* bytes of accesses that are recorded as one */
	SR_PLACES = 64,          /* what stacks are told apart by, for differences */
	SR_PLACED = 512,         /* places in the code whose stack is remembered */
	SR_STEPS = 256,          /* what sites are told apart by, likewise */
	SR_MAX_TEXT = 8192,      /* bytes kept of a string */
	SR_LOOPS = 64,           /* loops, one inside the other, whose beginning on the stack is kept */
	SR_OPEN = 64,            /* handlers and loops, one inside the other, that a ring says are open */
	SR_OPEN_ATTRS = 96,      /* bytes of their attributes */
};

enum sr_state { SR_OFF = 0, SR_UNSTARTED = 1, SR_ON = 2 };
enum sr_guard { SR_FREE = 0, SR_BUSY = 1, SR_LIBC = 2, SR_QUIET = 3 };
enum sr_stop { SR_STOP_NONE = 0, SR_STOP_DISK = 1, SR_STOP_SIZE = 2, SR_STOP_MEMORY = 3, SR_STOP_SANDBOX = 4 };

struct sr_block;

/* The order of all threads, in a cache line of its own. */
struct sr_order {
	_Alignas(64) _Atomic uint64_t next; /* sequence number */
	_Atomic uint64_t last_op;           /* number of the latest operation, about */
};

struct sr_stackdef {
	uint64_t hash; /* 0: empty slot */
	uint32_t id, unused;
};

/* The access recorded last, see access.c. */
struct sr_run {
	uint8_t *start, *size_at, *end; /* in the block; end: NULL = none */
	uint64_t next, n;               /* address behind it, bytes */
	int write;
};

/* The stack that a place in the code had last: places.h. */
struct sr_placed {
	uint64_t pc, with, callers; /* callers: their hash */
	uint32_t id;                  /* 0: none */
};

/* What a step's first site had last, in this block of the trace. */
struct sr_step {
	uint64_t callers; /* their hash */
	uint32_t site;    /* whose it is */
	uint32_t stack;   /* as it was written last, 0: not yet */
};

/* An attribute's key that the thread met before. */
struct sr_key {
	const char *at;
	uint32_t place; /* of its text */
	bool own;       /* its values are mostly of one event, see events.c */
};

/* A text that the thread met before. */
struct sr_known {
	uint64_t hash;
	uint32_t id; /* or its place in the table */
};

/* A place that handed over an object, and the epoch. */
struct sr_handed {
	uint64_t object, place, epoch;
};

/* What an atomic load found at an address, in an epoch. */
struct sr_found {
	uint64_t at, epoch;
	uint32_t value, news; /* news: so often it was another value than before */
	bool wrote;           /* since then, by the thread itself */
};

/* Large memory that the block allocated itself. */
struct sr_own {
	uint64_t lo, hi;
	bool looked_at; /* it may have cells */
};

/* Where definitions go in a ring (ring.c). */
struct sr_pen {
	struct sr_block *block; /* NULL: none yet */
	uint8_t *cur, *end;
	uint64_t last_pc;
	uint32_t number; /* of the next block */
};

/* A handler or a loop that is open, for a ring. */
struct sr_open {
	uint64_t event, guard, kind;
	uint32_t code, size;
	uint8_t attrs[SR_OPEN_ATTRS]; /* as they are written */
};

struct sr_thread {
	uint32_t live;            /* 0 in a forked child */
	uint32_t number;
	uintptr_t stack_lo, stack_len;
	uintptr_t own_len; /* of that, what is the handler's own: all but what lies above a loop (frames.c) */
	uint32_t nloops, defaults; /* defaults: the outermost one is the default loop */
	uintptr_t loops[SR_LOOPS]; /* where they begin, the innermost last */
	uint8_t *cur, *end;       /* free part of the open block */
	struct sr_block *block;
	uint64_t last_seq, last_addr, last_heap, last_pc;
	uint32_t last_ref; /* stack id */
	uint32_t last_site, next_site; /* what the next step probably begins with */
	uint64_t went_to[SR_PLACES], sizes[SR_PLACES]; /* by stack id: behind its last access; its last allocation */
	uint64_t step_at[SR_STEPS]; /* by site and word: the address it had last */
	struct sr_step steps[SR_STEPS];
	struct sr_run run;
	uint64_t commuted;        /* the last epoch with a commuting operation */
	uint32_t commuting;       /* the string that names what the thread is at, 0 = nothing */
	uint64_t said_ms;         /* when the last record with a moment was (clock.h) */
	uint64_t modules_ms;      /* when a delivery looked at the modules last */
	uint64_t seen_op;         /* sr_order.last_op as this thread last saw it */
	volatile uint64_t lost;   /* not yet written as a `lost` record */
	uint32_t doing;           /* code of the operation being recorded, see budget.h */
	uint32_t blocks;
	uint32_t defs_cap, defs_used, last_stack;
	uint8_t *defines;         /* where the record ends by which last_stack becomes `defining`, NULL: none is due */
	uint32_t defining;
	struct sr_stackdef *defs;
	struct sr_placed placed[SR_PLACED];
	struct sr_pen pen, own_pen; /* own: of texts that are dropped with what uses them */
	uint32_t retired;         /* units of these that are full, since the block was begun */
	uint64_t modules_seen;    /* generation of the module table */
	uint64_t known_lo, known_hi;
	struct sr_known known[SR_KNOWN], own_texts[SR_KNOWN]; /* own: by their hash, without a place */
	struct sr_handed handed[SR_HANDED];
	struct sr_found found[SR_FOUND];
	struct sr_key keys[SR_KEYS];
	struct sr_lifetimes lifetimes;
	struct sr_valueset values[1 << SR_VALUE_BITS];
	struct sparse_frame frames[SR_MAX_DEPTH];
	uint64_t activations[SR_MAX_DEPTH], last_activation; /* by frame: its number, where it has one */
	uint64_t *cells;
	bool filled; /* a cell may be other than 0 */
	uint64_t evicted; /* cells of this epoch that another granule took, since it began or the table grew */
	uint32_t opened, unsaid; /* what is open; and what else, for which there is no room */
	struct sr_open open[SR_OPEN];
	uint32_t owns;    /* ranges in `own`, by address; 0 while they change */
	struct sr_own own[SR_OWN];
};

/* What code without a call looks at is __sparse_view (view.h): the thread's
 * cells, epoch and shadow stack. */
struct sr_tls {
	struct sr_thread *t;
	volatile uint64_t held; /* who is inside, see sr_hold; 0: nobody */
	int dead; /* the thread's destructors have run: a state is for one operation */
	uint32_t number; /* that its start was recorded with, or its end; 0: neither was */
	uint32_t blocks, units; /* that it had when its state was given back */
	int quiet;       /* an operation of the heap is recorded in a quiet stretch */
	int asking;      /* AddressSanitizer's heap is asked for what is recorded by whoever asks */
	int cancel, type; /* 1 + the cancellation state to go back to, and the type; 0: both are as they were */
	bool inside;     /* fork, in a handler that came in the middle of an operation: thread.c */
	size_t cells;    /* bytes of address space behind __sparse_view.cells; kept in a forked child */
};

/* The stack pointer, about: lower in a function that is called from here. */
#define SR_RETURNS_TO(frame) (((const volatile uintptr_t *)(frame))[1])
#define SR_FRAME ((uintptr_t)__builtin_frame_address(0))

#pragma GCC visibility push(hidden)
extern __thread struct sr_tls sr_tls __attribute__((tls_model("initial-exec")));
extern _Atomic int sr_state;
extern uint64_t sr_idle_cells[SPARSE_CELLS];
void sr_idle_ends(void); /* thread.c: from now on there is a recording */
extern struct sr_order sr_order;

/* thread.c */
struct sr_thread *sr_enter_slow(void);
bool sr_reject(uintptr_t frame); /* true: the flag was left behind, and is free */
void sr_cancel_off(void);        /* until sr_leave: before what must not be left half-way */
void sr_cancel_off_from(int type); /* the same after the type was set to deferred: what it was */
void sr_cancel_restore(void);
void sr_threads_forget(void);
void sr_fork_begins(void); /* in the parent */
void sr_fork_is_over(void);
struct sr_thread *sr_make_state(void); /* NULL when nothing is recorded */
uint32_t sr_next_number(void); /* for a thread to come */
int sr_getattr(pthread_t id, pthread_attr_t *attr); /* libc's pthread_getattr_np */

/* events.c: the start of a thread, and that there was none after all. */
void sr_note_start(uint64_t event, uint32_t number, const void *given, uint64_t pc);
void sr_note_drop(uint64_t event, uint64_t pc);

/* frames.c: a loop begins below this frame; the frames below this one are gone; the
 * default loop begins, or has ended. */
void sr_loop_begins(struct sr_thread *t, uintptr_t frame);
void sr_frames_gone(struct sr_thread *t, uintptr_t frame);
void sr_loops_reset(struct sr_thread *t);
void sr_default_loop_begins(struct sr_thread *t, uintptr_t frame);
bool sr_is_handlers(const struct sr_thread *t, uintptr_t a); /* of a handler that waits, or has waited */

/* stacks.c: the functions that are there wait for a loop; the innermost one has waited. */
void sr_stack_waits(struct sr_thread *t);
bool sr_stack_has_waited(struct sr_thread *t);

/* stacks.c: the number of the activation that the frame number `depth`, from 1 to
 * SR_MAX_DEPTH, is of: no other one of the thread has it. */
uint64_t sr_activation(struct sr_thread *t, uint32_t depth);
bool sr_activation_is(const struct sr_thread *t, uint32_t depth, uint64_t number);

/* stacks.c: the id of (shadow stack, pc), or of what called the function whose frame
 * is number `depth`, from 1; defines what is not yet known. */
uint32_t sr_stack(struct sr_thread *t, uint64_t pc);
uint64_t sr_callers_hash(struct sr_thread *t); /* with the place on top, the stack is the same if this is */
uint32_t sr_callers(struct sr_thread *t, uint32_t depth);
uint32_t sr_given_stack(struct sr_thread *t, const uint64_t *pcs, uint32_t n); /* innermost first */
uint64_t sr_stacks_cut(void);
void sr_stacks_left(struct sr_thread *t); /* a jump may have left a definition half-way */

/* strings.c: 0 when the table is full. */
uint32_t sr_string(struct sr_thread *t, const char *s, size_t n);
uint32_t sr_string_place(struct sr_thread *t, const char *s, size_t n); /* in the table; 0: none */
uint32_t sr_string_id(uint32_t place);
bool sr_string_is(uint32_t place, const char *s, size_t n); /* false for 0 */
uint32_t sr_string_own(struct sr_thread *t, const char *s, size_t n); /* of this thread alone: without a lock */
uint64_t sr_strings_cut(void);
uint64_t sr_strings_recording(void); /* whose ids they are, never 0: a forked child has others */
void sr_strings_reset(void);

/* modules.c */
void sr_modules_check(struct sr_thread *t);
void sr_module_of(struct sr_thread *t, uint64_t pc);
extern _Atomic uint64_t sr_modules_generation; /* another one after a module went */
void sr_modules_reset(void);  /* in a forked child: it has one thread */
void sr_modules_shared(void); /* it has another one */

/* sandbox.c: how many filters of system calls this process is behind. */
int sr_filters(void);

/* recording.c */
void sr_start(void);
bool sr_may_record(void);
void sr_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* tsan.c: 1 once code with ThreadSanitizer's instrumentation was loaded. */
extern _Atomic int sr_fallback;
bool sr_foreign_runtime(void); /* ThreadSanitizer's own is in the process, too */

/* heap.c: the bytes behind a pointer of our malloc, 0 if that is unknown. */
extern size_t (*sr_usable_size)(void *p);
void sr_find_usable_size(void);
void sr_watch_asan(void); /* what its heap gives and takes back without us is recorded from now on */
void sr_note_alloc(const void *p, size_t n, uint64_t pc);
void sr_note_typed_alloc(const void *p, size_t n, uint64_t pc, const char *type);
void sr_note_free(const void *p, uint64_t pc);
#pragma GCC visibility pop

/* What a handler has on the stack is memory of its own. What lies above a loop, such as a
 * window that main() has there, or a dialog of a handler that waits, is all handlers'. */
static inline bool sr_own_stack(const struct sr_thread *t, uint64_t a)
{
	return a - t->stack_lo < t->own_len;
}

/* The guard is one word, so that it is taken by one store: a signal handler that comes in
 * between finds it free, or taken by a frame that is named. Its parts: enum sr_guard, in the
 * lowest bits; the frame that took it, 0 for one that outlives its frame; and above, a hash of
 * where that frame returns to. */
enum { SR_GUARD_BITS = 4, SR_FRAME_BITS = 48 };
#define SR_HELD_GUARD ((UINT64_C(1) << SR_GUARD_BITS) - 1)
#define SR_HELD_FRAME (((UINT64_C(1) << SR_FRAME_BITS) - 1) & ~SR_HELD_GUARD)

static inline enum sr_guard sr_guard(void) { return (enum sr_guard)(sr_tls.held & SR_HELD_GUARD); }

static inline void sr_hold(enum sr_guard guard)
{
	atomic_signal_fence(memory_order_seq_cst);
	sr_tls.held = guard;
	atomic_signal_fence(memory_order_seq_cst);
}

static inline uint64_t sr_back_hash(uintptr_t back)
{
	return (uint64_t)back * UINT64_C(0x9e3779b97f4a7c15) & ~(SR_HELD_FRAME | SR_HELD_GUARD);
}

static inline void sr_hold_in(uintptr_t frame)
{
	sr_tls.held = SR_BUSY | (frame & SR_HELD_FRAME) | sr_back_hash(SR_RETURNS_TO(frame));
	atomic_signal_fence(memory_order_seq_cst);
}

/* The thread's state without the guard, for what looks before it enters. NULL: there is
 * none, or it is that of another process, of which this one is a child that no fork
 * handler has seen. */
static inline struct sr_thread *sr_here(void)
{
	struct sr_thread *t = sr_tls.t;

	if (SR_UNLIKELY(!t))
		return sr_make_state();
	return SR_UNLIKELY(!t->live) ? NULL : t;
}

/* Inline in any case: the frame that holds the guard is that of the function which has SR_INSIDE. */
#define SR_IN_CALLER static inline __attribute__((always_inline))

SR_IN_CALLER struct sr_thread *sr_enter(void)
{
	struct sr_thread *t = sr_tls.t;
	int state = atomic_load_explicit(&sr_state, memory_order_relaxed);

	if (state == SR_OFF)
		return NULL;
	if (SR_UNLIKELY(!t)) {
		t = sr_enter_slow();
		if (t)
			sr_hold_in(SR_FRAME);
		return t;
	}
	if (SR_UNLIKELY(sr_tls.held) && !sr_reject(SR_FRAME))
		return NULL;
	sr_hold_in(SR_FRAME);
	if (SR_UNLIKELY(!t->live)) { /* asked last: fork keeps the state for who holds the guard */
		sr_hold(SR_FREE);
		return NULL;
	}
	return t;
}

static inline void sr_leave(struct sr_thread *t)
{
	t->doing = 0;
	sr_hold(SR_FREE);
	if (SR_UNLIKELY(sr_tls.cancel))
		sr_cancel_restore();
}

static inline void sr_leave_scope(struct sr_thread **t)
{
	if (*t)
		sr_leave(*t);
}

/* Before the variable that sr_enter or sr_begin gives a value: whatever way the
 * function returns gives the guard back. One that is left by unwinding, or by a jump out of
 * a signal handler, leaves it to the next operation (left_behind): a cleanup there would run with
 * the registers of any instruction. */
#define SR_INSIDE __attribute__((cleanup(sr_leave_scope)))
#endif
