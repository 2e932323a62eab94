/* timer_list.c: see timer_list.h.
 *
 * Qt asks its list of timers how long it may sleep (timerWait) before each poll that
 * may wait, and reads the clock for them in one place (updateCurrentTime), which also
 * keeps what it read in the list.
 */
#include "timer_list.h"

#include <loopcore/inputs.h>
#include <loopcore/steer.h>
#include <loopcore/virtual_time.h>

#include "points.h"
#include "timers.h"

#include <string.h>

enum { SECOND = 1000000000, GRACE = 200000 /* ns */ };

static struct timespec later(struct timespec t, uint64_t ns)
{
	t.tv_sec += (time_t)(ns / SECOND);
	t.tv_nsec += (long)(ns % SECOND);
	if (t.tv_nsec >= SECOND) {
		t.tv_nsec -= SECOND;
		t.tv_sec++;
	}
	return t;
}

static uint64_t in_ns(struct timespec t)
{
	return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_nsec;
}

/* Qt's time is that of CLOCK_MONOTONIC, and not an hour old. */
static bool is_now(uint64_t ns)
{
	const uint64_t hour = (uint64_t)3600 * SECOND;
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	uint64_t now = in_ns(t);
	return ns <= now + SECOND && ns + hour >= now;
}

/* Where a list of timers keeps the time: as the bytes that Qt has just returned, of
 * which the first `size` are the time. */
static void *kept_time(const void *list, const struct two_words *time, size_t size)
{
	enum { LIST = 128 };
	static int place = -1;
	for (int at = 0; place < 0 && at + (int)size <= LIST; at += (int)sizeof(int64_t))
		if (memcmp((const char *)list + at, time, size) == 0)
			place = at;
	if (place < 0 || memcmp((const char *)list + place, time, size) != 0)
		return NULL;
	return (char *)list + place;
}

/* The time ahead of the one that Qt has just read, which is a timespec or a number of
 * nanoseconds: no symbol says which. */
struct two_words on_timer_now(void *list)
{
	struct two_words t = qt.timer_now(list);
	struct timespec as_timespec = { (time_t)t.first, (long)t.second };
	bool in_words = t.second >= 0 && t.second < SECOND && is_now(in_ns(as_timespec));
	if (!virtual_is_on(thread_state()))
		return t;
	void *kept = kept_time(list, &t, in_words ? sizeof(t) : sizeof(t.first));
	if (!kept || (!in_words && !is_now((uint64_t)t.first))) {
		virtual_refuse();
		return t;
	}
	if (in_words) {
		as_timespec = later(as_timespec, virtual_ahead());
		t = (struct two_words){ as_timespec.tv_sec, as_timespec.tv_nsec };
	} else {
		t.first += (int64_t)virtual_ahead();
	}
	memcpy(kept, &t, in_words ? sizeof(t) : sizeof(t.first));
	return t;
}

/* Until a timer is due, or an input; 0 = nothing is. */
static uint64_t until_next(bool has_timer, const struct timespec *wait)
{
	uint64_t timer = has_timer ? (uint64_t)wait->tv_sec * SECOND + (uint64_t)wait->tv_nsec : 0;
	uint64_t due = inputs_due(), now = virtual_now(), input = due > now ? due - now : 0;
	return timer && (!input || timer < input) ? timer : input;
}

/* What Qt's answer becomes. */
static bool wait_for(bool has_timer, struct timespec *wait)
{
	struct thread *t = thread_state();
	if (!steer_is_fast() || !virtual_is_on(t) || thread_top(t)->kind != FRAME_LOOP)
		return has_timer;
	if (has_timer && !wait->tv_sec && !wait->tv_nsec)
		return true;
	uint64_t left = until_next(has_timer, wait);
	if (!left)
		return has_timer;
	if (virtual_was_idle()) /* in the last turn */
		virtual_forward(left < VIRTUAL_STEP ? left : VIRTUAL_STEP);
	*wait = (struct timespec){ 0, left < GRACE ? (long)left : GRACE };
	return true;
}

bool on_timer_wait(void *list, struct timespec *wait)
{
	return wait_for(qt.timer_wait(list, wait), wait);
}

/* The unit of an optional duration, ns; 0 = not known yet. No symbol says it, so it is
 * compared with what the timers say that are running: as far as a timer's start is from its
 * end, the wait is that long, in one unit or the other. */
static int64_t unit_of(int64_t duration)
{
	enum { MS = 1000000 };
	static int64_t unit;
	if (unit || duration <= 0)
		return unit;
	uint64_t left = timers_due(virtual_now());
	if (left < MS)
		return 0;
	double as_ns = (double)duration / (double)left, as_ms = as_ns * MS;
	unit = as_ns > 1.0 / 1000 ? 1 : as_ms < 1000 ? MS : 0;
	return unit;
}

/* std::optional: the duration, and a byte that says whether there is one. */
struct two_words on_timer_wait_for(void *list)
{
	struct two_words left = qt.timer_wait_for(list);
	bool has = left.second & 0xff;
	int64_t unit = unit_of(has ? left.first : 0);
	if (has && left.first && !unit)
		return left;
	int64_t ns = has ? left.first * unit : 0;
	struct timespec wait = { ns / SECOND, ns % SECOND };
	if (!wait_for(has, &wait))
		return left;
	if (!unit)
		return (struct two_words){ 1, 1 }; /* not long in either */
	return (struct two_words){ ((int64_t)in_ns(wait) + unit - 1) / unit, 1 };
}
