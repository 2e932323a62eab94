/* schedule.h: what a directive file says.
 *
 *   sparse-schedule 1
 *   watchdog MS
 *   hold TIMEOUT_MS LABEL     then one or more:
 *   until LABEL               the hold ends when all of these have ended
 *   goal free LABEL
 *   goal use LABEL
 *
 * A label is the rest of its line. Empty lines and lines that begin with #
 * are skipped; anything else is an error.
 */
#ifndef SPARSEQT_SCHEDULE_H
#define SPARSEQT_SCHEDULE_H
#include "label.h"
#include "pending.h"

enum { HOLDS = 64, UNTILS = 32 };

enum hold_state { HOLD_WAITS, HOLD_HOLDS, HOLD_LIFTED };

struct hold {
	char text[LABEL];
	uint64_t label;
	unsigned timeout_ms;
	uint64_t until[UNTILS]; /* 0 once it has ended */
	unsigned untils;
	enum hold_state state;
	uint64_t deadline; /* ns, while it holds */
	struct timer timer; /* of a held firing; id 0 = none */
};

struct schedule {
	unsigned watchdog_ms; /* 0 = none */
	struct hold holds[HOLDS];
	unsigned n;
	uint64_t goal_free, goal_use;
};

/* False: `error` says where and why. */
bool schedule_read(struct schedule *s, const char *path, char error[512]);
#endif
