/* schedule.h: what a directive file says.
 *
 *   sparse-schedule STEERING_VERSION
 *   watchdog MS
 *   fast                      timers fire as soon as the program is idle
 *   hold TIMEOUT_MS LABEL     then one or more:
 *   until LABEL               the hold ends when all of these have ended
 *   perhaps LABEL             and these, but if its time is up and only such are
 *                             left, it ends all the same
 *   linger LOOP TIMEOUT_MS LABEL
 *   until LABEL               before that event's handler turns its LOOP-th nested
 *                             loop or a later one, it waits for the next of these
 *                             timers to be due
 *   input TIMEOUT_MS LABEL    what a person did, and then of it, all but the
 *   kind KIND                 kind only where it is known (person.h):
 *   window, title, target, text, at, key TEXT
 *   wait MS                   after the input before
 *   loop N LABEL              in the N-th or a later loop of that handler
 *   after LABEL               not before that has ended
 *   optional                  left out when its time is up
 *   once held                 not before a hold has its event
 *   goal free LABEL           or: freed NTH BYTES HASH, the handler that frees the
 *                             nth such block while something is held
 *   goal use LABEL
 *   watch BYTES               says who frees blocks of that size while something is held
 *
 * The words are those of steering.def. A label is the rest of its line. Empty lines and lines that begin with #
 * are skipped; anything else is an error.
 */
#ifndef LOOPCORE_SCHEDULE_H
#define LOOPCORE_SCHEDULE_H
#include <loopcore/label.h>
#include <loopcore/pending.h>

#include <sparserec/steering.h>

enum { HOLDS = STEERING_MOST_holds, LINGERS = STEERING_MOST_lingers, UNTILS = STEERING_MOST_untils };

struct awaited {
	uint64_t label[UNTILS]; /* 0 once it has ended */
	uint32_t perhaps;       /* a bit for each: it need not come */
	unsigned n;
};

/* A point in time, and how much the main thread had worked by then (idle.c); ns. */
struct moment {
	uint64_t real, busy;
};

enum hold_state { HOLD_WAITS, HOLD_HOLDS, HOLD_LIFTED };

struct hold {
	char text[LABEL];
	uint64_t label;
	unsigned timeout_ms;
	struct awaited until;
	enum hold_state state;
	struct moment since; /* while it holds */
	struct timer timer; /* of a held firing; id 0 = none */
};

struct linger {
	char text[LABEL];
	uint64_t label;
	unsigned loop, timeout_ms;
	struct awaited until;
	uint64_t due[UNTILS]; /* ns; 0 while the timer is not armed */
	bool reported;
};

struct schedule {
	unsigned watchdog_ms; /* 0 = none */
	bool fast;
	struct hold holds[HOLDS];
	unsigned n;
	struct linger lingers[LINGERS];
	unsigned nlingers;
	struct awaited *last; /* of the directive that was read last */
	uint64_t goal_free, goal_use;
	unsigned watch; /* bytes, 0 = none */
	unsigned nth;   /* of the blocks of that size and place, 0 = none */
	uint64_t place;
};

/* False: `error` says where and why, `code` whether it is of another version. */
bool schedule_read(struct schedule *s, const char *path, enum divergence *code, char error[512]);
#endif
