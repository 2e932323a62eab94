/* fast.c: see fast.h.
 *
 * Qt asks its list of timers how long it may sleep (timerWait) before each poll that
 * may wait, and reads the clock for them in one place (updateCurrentTime), which also
 * keeps what it read in the list.
 */
#include "fast.h"

#include "inputs.h"
#include "points.h"
#include "qtabi.h"
#include "steering.h"

#include <string.h>

enum { MS = 1000000, SECOND = 1000 * MS, STEP = 20 * MS, GRACE = 200000 };

static uint64_t ahead;      /* ns; the main thread writes it */
static unsigned deliveries; /* the main thread's */
static bool refused;

static uint64_t how_far(void)
{
	return __atomic_load_n(&ahead, __ATOMIC_RELAXED);
}

uint64_t fast_now(void)
{
	return steering_now() + how_far();
}

void fast_delivers(void)
{
	deliveries++;
}

static bool is_wanted(const struct thread *t)
{
	return steering.on && steering.plan.fast && !refused && t && t->is_main;
}

void fast_forward(uint64_t ns)
{
	if (is_wanted(thread_state()))
		__atomic_store_n(&ahead, how_far() + ns, __ATOMIC_RELAXED);
}

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
	if (!is_wanted(thread_state()))
		return t;
	if (memcmp(kept, &t, sizeof(t)) != 0) { /* another Qt than we know */
		refused = true;
		return t;
	}
	t = later(t, how_far());
	memcpy(kept, &t, sizeof(t));
	return t;
}

/* Until a timer is due, or an input; 0 = nothing is. */
static uint64_t until_next(bool has_timer, const struct timespec *wait)
{
	uint64_t timer = has_timer ? (uint64_t)wait->tv_sec * SECOND + (uint64_t)wait->tv_nsec : 0;
	uint64_t due = inputs_due(), now = fast_now(), input = due > now ? due - now : 0;
	return timer && (!input || timer < input) ? timer : input;
}

bool on_timer_wait(void *list, struct timespec *wait)
{
	static unsigned before;
	bool has_timer = qt.timer_wait(list, wait);
	struct thread *t = thread_state();
	if (!is_wanted(t) || thread_top(t)->kind != FRAME_LOOP)
		return has_timer;
	if (has_timer && !wait->tv_sec && !wait->tv_nsec)
		return true;
	uint64_t left = until_next(has_timer, wait);
	if (!left)
		return has_timer;
	if (before == deliveries) /* the last turn was idle */
		fast_forward(left < STEP ? left : STEP);
	before = deliveries;
	*wait = (struct timespec){ 0, left < GRACE ? (long)left : GRACE };
	return true;
}
