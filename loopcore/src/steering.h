/* steering.h: what the files of the steering share; steer.h is their outside.
 *
 * One lock guards all of it. It is recursive and held while an event is put
 * back into its queue, so that the event's receiver cannot be gone in between:
 * a dying object asks for the same lock (steer_object_gone). Qt destroys an
 * event that it merges with another while it has its queue locked: that place
 * (steer_event_dropped) must take no lock and post nothing. Events are taken
 * from the list of held ones one by one and only then posted or deleted, for
 * both can lead back here.
 */
#ifndef LOOPCORE_STEERING_H
#define LOOPCORE_STEERING_H
#include <loopcore/steer.h>

#include "schedule.h"

struct held {
	void *receiver, *event, *thread;
	int prio, type;
	int hold; /* index, -1 = only because it is queued behind one */
	struct pending p;
	char label[LABEL];
	uint64_t hash; /* of the label, as handlers have it */
	bool overtaken; /* something of its priority went into the queue meanwhile */
};

struct steering {
	struct schedule plan;
	bool on, diverged;
	/* Set where Qt's queue may be locked, obeyed where it is not. */
	bool awaited_gone;
	/* The last of the events that went on because their time was up, until it has
	 * ended. Where the default loop ends before that, no schedule is so. */
	uint64_t let_go;
	const struct event_queue *queue; /* NULL: nothing is posted */
};
extern struct steering steering;

/* steer.c */
void steering_enter(void);
void steering_leave(void);
/* A line of the verdict, of the words `verdict` of steering.def; at most SAID bytes. */
enum { SAID = 2048 };
void steering_say(const char *word, const char *text);
uint64_t steering_now(void); /* ns */

/* time_limits.c */
struct moment steering_moment(void);
/* Is a limit of that many ms up? */
bool steering_is_over(const struct moment *since, unsigned ms);

/* steer.c again */
/* Looks at the clock from here on; with the first loop, or with what is held before it:
 * a worker that waits may have a lock of the backend's that the main thread needs to get there. */
void steering_watch(void);
/* From here on nothing is held: the program runs as it likes. `detail` and `label` say
 * more to people, "" = nothing. */
void steering_diverge(enum divergence why, const char *detail, const char *label);
void steering_check_awaited(void);
bool steering_goal_is_over(bool use); /* has its handler, or that of the free, ended? */
/* The handler frees a block that was allocated there, of the size that is watched. */
void steering_freed(uint64_t label, uint64_t place);

/* directive_hold.c */
extern struct held held[];
extern unsigned held_count;
struct held hold_take(unsigned i);
void hold_put_back(const struct held *e);
/* Posts what need not wait any more, in the order in which it was posted first. */
void hold_release(void);
void hold_lift(struct hold *h);
void hold_lift_all(void);
bool hold_is_awaited(uint64_t label);
bool hold_has_begun(void); /* has one got its event, or is there none? */
bool hold_holds(void);     /* has one its event now? */
bool steering_keeps_use(void); /* the same, or, of a schedule without one, does the goal's use wait in a loop? */
/* Something that it waits for must come. */
bool hold_must_end(const struct hold *h);
/* It holds for too long, and what it waits for must come; else it is let go. */
bool hold_is_over_time(struct hold *h);
void hold_event_ended(uint64_t label);
int timer_latest(const struct timer *t); /* due, ms after it was armed */

/* held_removed.c */
void purge_all(void);

/* directive_linger.c */
void linger_event_ended(uint64_t label);
#endif
