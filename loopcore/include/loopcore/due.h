/* due.h: when a timer is due, in ms after it was armed.
 *
 * The table of the analysis once more (sparsehb/order/due.go has it with its source):
 * the two must say the same, and a test holds them against each other.
 */
#ifndef LOOPCORE_DUE_H
#define LOOPCORE_DUE_H

enum due_kind { DUE_PRECISE, DUE_COARSE, DUE_VERY_COARSE }; /* as Qt::TimerType */

struct due {
	int kind; /* what Qt makes of the type */
	int interval, earliest, latest;
};

static inline struct due due_of(int kind, int ms)
{
	enum { PRECISE_TO = 20, EVEN_BELOW = 50, FOURS_BELOW = 100, VERY_COARSE_FROM = 20000 };
	if (kind == DUE_COARSE && ms <= PRECISE_TO)
		kind = DUE_PRECISE;
	else if (kind == DUE_COARSE && ms >= VERY_COARSE_FROM)
		kind = DUE_VERY_COARSE;
	struct due d = { kind, ms, ms, ms };
	if (kind == DUE_VERY_COARSE) {
		int half = ms / 500 + 1; /* rounded to seconds, in halves */
		half &= ~1;
		d.earliest = half ? (half - 1) * 500 : 0;
		d.latest = half < 2147483647 / 500 ? (half + 1) * 500 : 2147483647;
	} else if (kind == DUE_COARSE && ms < EVEN_BELOW && ms != 25) {
		d.earliest = ms - 2;
		d.latest = ms + 2;
	} else if (kind == DUE_COARSE && ms < FOURS_BELOW && ms != 25 && ms != 50 && ms != 75) {
		d.earliest = ms - 4;
		d.latest = ms + 4;
	} else if (kind == DUE_COARSE) {
		d.earliest = ms - ms / 20 - 1;
		d.latest = ms + ms / 20;
	}
	return d;
}

/* Armed no later than `b`, is `a` due first in every run? */
static inline int due_before(const struct due *a, const struct due *b)
{
	return a->latest <= b->earliest || (a->kind == b->kind && a->interval == b->interval);
}
#endif
