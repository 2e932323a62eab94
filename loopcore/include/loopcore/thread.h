/* thread.h: what each thread is doing, as a stack of frames.
 *
 * Rules: the bottom frame is the thread's own code, the handler of event 0.
 * Above it alternate loops and handlers as they nest. A frame carries the
 * address of the hook's stack frame that opened it: when that is gone without
 * a word (longjmp), the next hook closes the frame. Exceptions close it by the
 * hooks' cleanup. Counters belong to the frame on top while they are used, so
 * they stack as frames do.
 */
#ifndef LOOPCORE_THREAD_H
#define LOOPCORE_THREAD_H
#include <loopcore/posted.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum frame_kind { FRAME_HANDLER, FRAME_LOOP, FRAME_FLUSH };

/* How a loop stands in the trace. */
enum loop_form {
	LOOP_PAUSE,   /* pause and resume of its owner */
	LOOP_DEFAULT, /* enterloop and exitloop */
	LOOP_LATER,   /* a flush: nothing until it delivers something */
};

struct frame {
	enum frame_kind kind;
	enum loop_form form;
	bool noise;         /* what it posts cannot be named reliably */
	bool wrapped;       /* a loop: its owner is an event made up for it */
	uint64_t event;     /* HANDLER: its event; else the owner */
	uint64_t run;       /* LOOP, FLUSH: this run of the loop, as the trace names it */
	int scope;          /* HANDLER: scope level of its own code */
	uint64_t label;     /* HANDLER: hash of its label, 0 = none */
	uint64_t context;   /* what the labels of its posts are built on */
	uintptr_t stack;
	uint32_t counters;  /* where its counters start */
	uint32_t born;      /* objects created so far */
	uint32_t loops;     /* HANDLER: loops it has spun */
	const char *what;   /* FLUSH, for the pause that may come */
};

struct counter {
	uint64_t key;
	uint32_t n;
};

enum { FRAMES = 4096, COUNTERS = 1 << 16, ROOT_COUNTERS = 1 << 14 };

struct thread {
	uint32_t depth;         /* frames in use, at least 1 */
	uint32_t counters;      /* of all frames */
	uint32_t root_counters; /* of what no handler caused, or noise did */
	int loop_level, scope_level; /* as Qt counts them, for deferred deletes */
	int app_exec;           /* QCoreApplication::exec on the stack */
	int aside;              /* what runs is no part of the program */
	bool is_main;
	bool serves;            /* a library's, for all who ask; known with its name */
	bool looped;            /* a default loop has been entered */
	const char *script;     /* the line of one that calls what spins a loop now, or NULL */
	uint64_t name;          /* context of its own code, 0 = not settled yet */
	char title[16];         /* for people; "" for one that nobody named */
	void *room;             /* thread_room */
	size_t room_size;
	struct posted posted[POSTED];
	struct frame frames[FRAMES];
	struct counter counter[COUNTERS];
	struct counter root_counter[ROOT_COUNTERS];
};

/* This thread's state; NULL when there is no memory for it. */
struct thread *thread_state(void);
/* What one backend keeps of the thread, zeros at first; NULL without memory. It goes with
 * the thread. (A thread-local variable as large would not fit beside those of other
 * libraries in a process that LD_AUDIT looks at.) */
void *thread_room(struct thread *t, size_t bytes);
/* Before the thread first says what it does. */
void thread_settle_name(struct thread *t);
/* Called once, by the thread that starts the program. */
void thread_main_is_here(void);
/* Whether it has been; before, no thread has a state. */
bool thread_main_is_known(void);
/* Told to a new thread: where it was started (label_start). */
void thread_starts_as(uint64_t start);

static inline struct frame *thread_top(struct thread *t)
{
	return &t->frames[t->depth - 1];
}

/* The innermost handler. */
struct frame *thread_handler(struct thread *t);
/* NULL when frames are nested too deeply: the caller then opens nothing. */
struct frame *thread_push(struct thread *t, enum frame_kind kind, const void *stack);
void thread_pop(struct thread *t);
/* Is the top frame one whose hook has been jumped over? */
bool thread_top_is_stale(struct thread *t, const void *stack);

/* Counts up the key, in the innermost handler or for the whole thread; 0 = full. */
uint32_t thread_count(struct thread *t, uint64_t key);
uint32_t thread_count_root(struct thread *t, uint64_t key);
#endif
