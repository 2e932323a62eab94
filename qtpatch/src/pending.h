/* pending.h: events on their way: posted ones by address, timers by id.
 *
 * Rule: an entry is removed when its event is delivered or destroyed, for
 * addresses are used again.
 */
#ifndef SPARSEQT_PENDING_H
#define SPARSEQT_PENDING_H
#include "label.h"

#include <stdbool.h>
#include <stdint.h>

struct pending {
	uint64_t id;
	uint64_t label, context; /* hashes */
	bool noise;
};

struct timer {
	int id, interval; /* ms */
	int type;         /* Qt::TimerType */
	uint32_t firing;  /* the one that is to come, from 1 */
	uint64_t started; /* number of this start, the same for all its firings */
	uint64_t armed;   /* order of arming, of all timers */
	uint64_t event;   /* id of the coming firing */
	const void *object;
	void *thread;
	uint64_t label;   /* of the coming firing */
	char stem[STEM];
};

bool pending_init(void);
void pending_put(const void *event, const struct pending *p);
bool pending_take(const void *event, struct pending *p);

/* registerTimer has returned `id`. */
void timer_armed(struct thread *t, int id, int interval, int type, const void *object);
bool timer_find(int id, struct timer *timer);
/* The timer fires: emits its deq and the next firing's enq. */
void timer_fires(struct timer *timer, struct label *l);
void timer_killed(int id);
void timers_killed(const void *object);
#endif
