/* emit.h: operations, to the recorder if there is one.
 *
 * Rule: the recorder is reached by weak references only. Without it (while
 * steering) nothing is emitted, but ids go on, for the frames need them.
 */
#ifndef LOOPCORE_EMIT_H
#define LOOPCORE_EMIT_H
#define SPARSEREC_WEAK
#include <sparserec/sparserec.h>

#include <loopcore/person.h>

#include <stdbool.h>
#include <stddef.h>

/* What is known about an event; NULL and "" = not known. */
struct detail {
	const char *label, *type, *class_name, *name;
	const char *interval, *timer_type; /* timers only */
	const char *timer;                  /* the same for all firings of a timer once started */
	const char *action;                /* input: press, release */
	const void *gone;                  /* an object whose end no free shows */
	const void *child, *parent;        /* who owns an object from now on, NULL = nobody */
	const void *clears;                /* the number that the child's end sets to 0 */
	const char *thread;                /* that posts it, if it is not the main one */
	const char *title;                 /* of the window it is about */
	const struct person_input *input;  /* what a person did */
	const char *wait;                  /* and how many ms after the input before */
	const char *needs, *arms, *blocks; /* see environment.h */
	const char *grabs;                 /* "keys": of a menu that is shown */
	const char *depth;                 /* deferred deletes: the level as Qt counts it */
	const char *owner;                 /* timers: class and name of what they work for */
	const char *source, *stops, *ends; /* what comes again and again, and its end: libuv */
	const char *test;                  /* what a test program runs from now on */
	const char *script;                /* the line of a script that asked for it */
	const void *object;                /* the receiver: its death ends its events */
	const void *part;                  /* of a task in parts: the same for all of them */
};

bool emit_has_recorder(void);
/* Between the two nothing that this thread does is recorded: for what we ask the
 * program's own code. */
bool emit_quiet(void);
void emit_loud(bool was_quiet);
bool emit_is_recording(void);
/* What loops the program has, where they are not as most. */
void emit_loop_kind(enum sparse_loop kind);
uint64_t emit_id(void);
void emit_cleared(const void *p, size_t n); /* by Qt, where the program's own code reads */
/* What a library calls when a signal is emitted, where code here does not see it: an address to
 * speak of, whose bytes nobody uses. As what malloc gives, a multiple of 16: begins and ends are
 * told apart by that. */
struct emit_slot { char front[16], begins[8], ends[8]; } __attribute__((aligned(16)));
bool emit_slot_made(const struct emit_slot *s, const char *type);
void emit_slot_called(const struct emit_slot *s);
void emit_slot_returned(const struct emit_slot *s);
void emit_slot_gone(const struct emit_slot *s);
void emit_counted(const void *counter); /* is counted down when this handler ends, by a library that holds it until then */
void emit_ref(const void *counter); /* was counted up, by a function of the program */
void emit_unref(const void *counter); /* is about to be counted down, likewise */
void emit_enq(uint64_t event, enum sparse_kind kind, int prio, int level, const struct detail *d);
/* A post: the label has been made of its receiver, what is left is as in a detail. False: the
 * type is NULL, and has to be known. */
struct label;
struct label_object;
bool emit_post(uint64_t event, int prio, const struct label *l, const char *type, const struct label_object *receiver, const char *thread);
void emit_drop(uint64_t event);
/* `d` is NULL for an event that was enqueued. */
void emit_deq(uint64_t event, enum sparse_kind kind, const struct detail *d);
void emit_end(uint64_t event);
/* The event has ended before this, in every run. */
void emit_join(uint64_t event);
/* `depth`: the level of what is delivered in the loop, as Qt counts it; `flush`:
 * only what a handler asked for leaves the queue, and maybe out of turn. */
/* What a loop does not as others do. LOOP_WAITS: a turn that waits until something comes. */
enum emit_loop { LOOP_FLUSHES = 1, LOOP_EXCLUDES_INPUT = 2, LOOP_TURNS_ONCE = 4, LOOP_WAITS = 8 };
/* `thread`: the name of one whose own code spins it, else NULL; `script`: the line of a script
 * that called what spins it, or NULL. */
void emit_pause(uint64_t event, uint64_t run, const char *what, const char *thread, const char *script, int depth, unsigned how);
void emit_resume(uint64_t event, uint64_t run);
void emit_reset(uint64_t run);
void emit_default_loop(bool enters);
/* What runs needs this object to be there. */
void emit_use(const void *object);
#endif
