/* pending.h: events on their way: posted ones, by address, and timers.
 *
 * Rule: an entry is removed when its event is delivered or destroyed, for
 * addresses are used again.
 */
#ifndef LOOPCORE_PENDING_H
#define LOOPCORE_PENDING_H
#include <loopcore/label.h>

#include <stdbool.h>
#include <stdint.h>

struct pending {
	uint64_t id;
	uint64_t label, context; /* hashes */
	bool noise;
	/* Of the queue, in a steered run. */
	const void *receiver, *thread;
	int prio;
	bool raised; /* it was held, and went back by a priority above its own */
};

struct timer {
	int id, interval; /* ms */
	int type;         /* of enum due_kind */
	uint32_t firing;  /* the one that is to come, from 1 */
	uint64_t started; /* number of this start, the same for all its firings */
	uint64_t armed;   /* order of arming, of all timers */
	uint64_t event;   /* id of the coming firing */
	uint64_t due;     /* when it comes at the earliest, ns of virtual_now */
	uint64_t starter; /* the handler that started it */
	uint64_t counted; /* from what time of its loop, if that stands still in a handler; 0 = it does not */
	const void *object;
	void *thread;
	uint64_t label;   /* of the coming firing */
	char stem[STEM];
};

bool pending_init(void);
void pending_put(const void *event, const struct pending *p);
bool pending_take(const void *event, struct pending *p);
/* Is one on its way for which `match` says yes? */
bool pending_any(bool (*match)(const struct pending *p, const void *arg), const void *arg);
#endif
