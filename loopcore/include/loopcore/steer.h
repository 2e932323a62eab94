/* steer.h: steers the program into a given order of events.
 *
 * A schedule names events by their labels and says which are held until which
 * others have ended. Rules: only orders that the loop itself could produce are made;
 * where a hold would break one (first in first out, a timer's due time, an
 * explicit flush, a deferred delete's level), the run is declared diverged and
 * everything held is let go, in order, before the next event. What becomes of
 * the run is appended to the verdict file at once, a line each, for the
 * program may crash at any time. Without a schedule all of this returns at
 * once.
 */
#ifndef LOOPCORE_STEER_H
#define LOOPCORE_STEER_H
#include <loopcore/label.h>
#include <loopcore/pending.h>

#include <sparserec/steering.h>

#include <stdbool.h>
#include <stdint.h>

enum steer_moment { STEER_BEGIN, STEER_PAUSE, STEER_RESUME, STEER_END };

/* A backend's queues of posted events. Types are the backend's own. */
struct event_queue {
	/* As the program's own post, before it was hooked. */
	void (*post)(void *receiver, void *event, int prio);
	void (*destroy)(void *event);
	void *(*thread_of)(const void *receiver);
	bool (*lives_here)(const void *receiver); /* in the calling thread */
	/* An event of that type is merged with one that its receiver has queued already. */
	bool (*merges)(int type);
	/* Held, it could come in an order that the backend never makes by itself. */
	bool (*never_held)(int type);
	/* A hold is over: what is in no queue, and was held, may come. From any thread. NULL: no need. */
	void (*lifted)(void);
};

/* Reads the schedule; false if there is none or it is bad (said on stderr). */
bool steer_open(const char *schedule, const char *verdict);
bool steer_is_on(void);
/* With virtual time (fast.h). */
bool steer_is_fast(void);
/* Before the first steer_post; a process has one backend that posts. */
void steer_queue(const struct event_queue *queue);

/* True: the event was taken and will be posted later. Says in `p` where it goes. */
bool steer_post(void *receiver, void *event, int prio, int type, const struct label *l,
		struct pending *p);
/* A thread other than the main one is about to post an event of that type under a lock that others
 * may want: if that post is held, the thread waits here. `context`: of its handler. */
void steer_before_post(const char *type, uint64_t context);
/* True: the timer must not fire now. */
bool steer_timer(const struct timer *timer, uint64_t label);
/* True: the event, which is in no queue, must not be delivered now. */
bool steer_late(uint64_t label);
/* A thread is about to run the event's handler: it waits here while that is held. */
void steer_stalls(uint64_t label);
/* The same of an event that comes again and again in this thread, for which the main thread may wait
 * at any time: then it goes on, and the next one of that label is held in its place. */
void steer_stalls_frame(uint64_t label);
/* Is this one that it waits for? */
bool steer_awaits(uint64_t label, uint64_t event);
/* It is delivered all the same: the run has diverged, if it was to wait for what must come. */
void steer_cannot_wait(uint64_t label, enum divergence why);
void steer_timer_armed(const struct timer *timer);
/* The handler of that label is about to turn its loop-th nested loop. */
void steer_linger(uint64_t label, unsigned loop);
void steer_event_ended(uint64_t label);
/* An event that is never held is about to leave the queue of the receiver's thread, in its turn: what
 * was posted there before it, and is held, would have come first. The run has diverged if that
 * matters: it has no goal, the event is the free, or awaited, or it ends what is to receive a held one. */
void steer_passes(const void *receiver, const struct pending *p);
/* The event was destroyed in the queue, which may be locked now. */
void steer_event_dropped(uint64_t label);
void steer_timer_killed(uint64_t label);
void steer_goal(uint64_t label, enum steer_moment moment);
/* After the default loop: the event that the schedule made late (its goal's use) has not
 * ended, and may still come. */
bool steer_is_late(void);
/* The handler waits in a loop, in these frames; 0, 0: it goes on. */
void steer_waits(uint64_t label, uintptr_t from, uintptr_t to);

/* What the program does to queued events must be done to held ones. */
void steer_object_gone(const void *object);
void steer_removed(const void *receiver, int type);
void steer_flushed(const void *receiver, int type);
/* A loop starts, or the default loop has ended. */
void steer_loop(bool default_ended);
#endif
