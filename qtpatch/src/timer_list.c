/* timer_list.c: see timer_list.h.
 *
 * Qt asks its list of timers how long it may sleep (timerWait) before each poll that
 * may wait, and reads the clock for them in one place (updateCurrentTime), which also
 * keeps what it read in the list.
 */
#include "timer_list.h"

#include <loopcore/inputs.h>
#include <loopcore/virtual_time.h>

#include "points.h"
#include "qtabi.h"

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

struct timespec on_timer_now(void *list)
{
	struct timespec t = qt.timer_now(list);
	char *kept = (char *)list + (qtabi_version() == 6 ? 0x40 : 0x30);
	if (!virtual_is_on(thread_state()))
		return t;
	if (memcmp(kept, &t, sizeof(t)) != 0) { /* another Qt than we know */
		virtual_refuse();
		return t;
	}
	t = later(t, virtual_ahead());
	memcpy(kept, &t, sizeof(t));
	return t;
}

/* Until a timer is due, or an input; 0 = nothing is. */
static uint64_t until_next(bool has_timer, const struct timespec *wait)
{
	uint64_t timer = has_timer ? (uint64_t)wait->tv_sec * SECOND + (uint64_t)wait->tv_nsec : 0;
	uint64_t due = inputs_due(), now = virtual_now(), input = due > now ? due - now : 0;
	return timer && (!input || timer < input) ? timer : input;
}

bool on_timer_wait(void *list, struct timespec *wait)
{
	bool has_timer = qt.timer_wait(list, wait);
	struct thread *t = thread_state();
	if (!virtual_is_on(t) || thread_top(t)->kind != FRAME_LOOP)
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
