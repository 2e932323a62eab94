/* label.h: a name for an event that it has in another run, too.
 *
 * A label says what an event is, which event it came from (as the hash of that
 * one's label) and how many alike came from there before. Rules: nothing in it
 * depends on addresses, times or thread numbers; it is one line; the same code
 * makes it while recording and while steering. Events that lay out and paint
 * have none, for they come and go between two runs.
 */
#ifndef LOOPCORE_LABEL_H
#define LOOPCORE_LABEL_H
#include <loopcore/thread.h>

#include <sparserec/steering.h>

enum { LABEL = STEERING_MOST_label + 1, STEM = 160 };

struct label {
	char text[LABEL]; /* "" = none */
	uint64_t hash;    /* of text; 0 = none */
	uint64_t context; /* what the event's own posts are built on */
	bool noise;
	/* What the recorder is told of a post: a label that ends in a number, and what is kept
	 * of its receiver; NULL: nothing. */
	struct sparse_label told;
	struct posted *kept;
	uint64_t of;
};

uint64_t label_hash(const char *text);
/* The hash of a label that a schedule names; "Class~01234567.* in …" is any birth. */
uint64_t label_wanted(const char *text);

/* What a label says of an object: its class, and its name or else where it was created. */
struct label_object {
	const void *object;
	const char *class_name, *name; /* name: "" = none */
};

/* All of them describe an event that the thread's top handler causes now. */
/* `type`: the backend's number of what it is called, one for each name. `type_name` is asked for where no post of it was named before:
 * false means that it is NULL and needed, and nothing is done. */
bool label_posted(struct label *l, struct thread *t, int type, const char *type_name, const struct label_object *receiver);
/* An event that lays out or paints: what it posts is called after what caused it. */
void label_noise(struct label *l, struct thread *t, int type, const struct label_object *receiver);
/* What it posts is called after `source`, for no event caused it. */
void label_noise_from(struct label *l, const char *source);
/* The firings of one timer share `stem`; the k-th delivered one is label_firing. */
void label_timer(char stem[STEM], struct thread *t, const char *class_name);
/* The same for what is no object of a class: `what` says what it is. */
void label_cause(char stem[STEM], struct thread *t, const char *what);
/* The same where several of one kind are told apart by their name, if that `tells` more than what they are.
 * How many of a name a library asks for may differ from run to run, as for GDBus it does with who writes
 * just then: those of other names are not counted along. A library's thread that serves all asks for each in whichever of
 * its handlers has the answer by then, which differs, too: there the thread's own count is the cause. */
void label_cause_named(char stem[STEM], struct thread *t, const char *what, const char *name, bool tells);
/* What the present handler asks for, to be answered once; and the answer, whoever has it: the stem of `what` and its name. */
uint64_t label_asked(struct thread *t, const char *what);
void label_answer(char stem[STEM], uint64_t asked, const char *what, const char *name);
void label_firing(struct label *l, const char *stem, uint32_t k);

/* The event that a call from outside causes: `what` says which call. */
void label_call(struct label *l, struct thread *t, const char *what);

/* A thread that starts here now: the handler, and how many it started before. 0 = no name, for
 * nothing is recorded or steered, or the thread is no part of the program. The label is that of
 * what the thread does, for who holds it. */
uint64_t label_start(struct label *l);

/* Events that no handler causes: counted for the whole thread. */
/* `stray`: the schedule plays the input, this one came by itself; it must not be
 * taken for one of the recording. */
void label_input(struct label *l, struct thread *t, const char *input, bool stray);
void label_env(struct label *l, struct thread *t, const char *what, const struct label_object *about /* or NULL */);

/* Objects without a name are told apart by where they were created. */
bool label_init(void);
void label_object_born(struct thread *t, const void *object);
void label_object_gone(const void *object);
/* Another number once an object was created or has gone there. */
uint32_t label_births(const void *object);
#endif
