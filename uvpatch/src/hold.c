/* hold.c: what a schedule keeps back, and how.
 *
 * Rule: only what libuv could do by itself. A timer is late: it is started again,
 * for a millisecond. What the operating system or another thread brings is late,
 * too: reading and polling ask again, work takes longer, a send is sent again. A
 * close callback can't be late, it comes at its iteration's end; but the handler
 * that asked for it can be slow, and then more has come about by the time the loop
 * polls. If that was not enough, the run has diverged.
 */
#include "uvhooks.h"

#include <loopcore/steer.h>

#include "libuv.h"

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { MS = 1000000, LATER = 64, SLOW = 1000 /* ms, at most */, READY = 64 };

static void nap(void)
{
	struct timespec rest = { 0, MS };
	syscall(SYS_nanosleep, &rest, NULL);
}

ONWARD bool uvhold_timer(uv_timer_t *h, const struct timer *firing)
{
	if (!steer_timer(firing, firing->label))
		return false;
	real_functions.uv_timer_start(h, (uv_timer_cb)(void *)watch_calls, 1, h->repeat);
	return true;
}

bool uvhold_watch(uint64_t label)
{
	if (!steer_late(label))
		return false;
	nap();
	return true;
}

/* One look at what was sent brings all of it, answers first. Had an event been sent after another
 * one that has come, its sender would have been slow at both: it may come behind the other, in the same
 * look, and not later. Who was after whom is told by the clock alone, for threads have many ways to know
 * of each other. */
static uint64_t moments;
static __thread uint64_t brought;

uint64_t uvhold_moment(void)
{
	return steer_is_on() ? __atomic_add_fetch(&moments, 1, __ATOMIC_SEQ_CST) : 0;
}

void uvhold_brought(uint64_t moment)
{
	if (moment > brought)
		brought = moment;
}

ONWARD bool uvhold_async(uv_async_t *h, uint64_t label, uint64_t sent)
{
	if (!steer_late(label))
		return false;
	if (brought > sent) {
		steer_cannot_wait(label, DIVERGED_held_sent);
		return false;
	}
	nap();
	real_functions.uv_async_send(h);
	return true;
}

static struct later {
	uv_work_t work; /* first: libuv hands it back */
	word args[6];
	char busy;
} later[LATER];

static void take_longer(uv_work_t *work)
{
	(void)work;
	nap();
}

static void comes_later(uv_work_t *work, int status)
{
	struct later *l = (struct later *)work;
	word args[6];
	(void)status;
	for (int i = 0; i < 6; i++)
		args[i] = l->args[i];
	__atomic_clear(&l->busy, __ATOMIC_RELEASE);
	request_calls(args[0], args[1], args[2], args[3], args[4], args[5]);
}

ONWARD bool uvhold_request(const void *req, const struct request *r, WORDS)
{
	(void)req;
	if (!steer_late(r->arrival.label))
		return false;
	for (int i = 0; i < LATER; i++) {
		struct later *l = &later[i];
		if (__atomic_test_and_set(&l->busy, __ATOMIC_ACQUIRE))
			continue;
		word args[6] = { PASS };
		for (int j = 0; j < 6; j++)
			l->args[j] = args[j];
		if (REAL(uv_queue_work) &&
		    real_functions.uv_queue_work(r->loop, &l->work, take_longer, comes_later) == 0)
			return true;
		__atomic_clear(&l->busy, __ATOMIC_RELEASE);
		break;
	}
	steer_cannot_wait(r->arrival.label, DIVERGED_no_room);
	return false;
}

static uint64_t ready[READY];
static unsigned readies;
static __thread uint64_t slow_for; /* a close that this handler has asked for */

void uvhold_ready(uint64_t label)
{
	if (steer_is_on())
		__atomic_store_n(&ready[__atomic_fetch_add(&readies, 1, __ATOMIC_RELAXED) % READY], label,
				 __ATOMIC_RELEASE);
}

void uvhold_close(uint64_t label)
{
	if (steer_late(label))
		slow_for = label;
}

static bool awaited_is_ready(uint64_t label)
{
	for (int i = 0; i < READY; i++) {
		uint64_t event = __atomic_load_n(&ready[i], __ATOMIC_ACQUIRE);
		if (event && steer_awaits(label, event))
			return true;
	}
	return false;
}

void uvhold_handler_ends(void)
{
	if (!slow_for)
		return;
	for (int i = 0; i < SLOW && steer_late(slow_for) && !awaited_is_ready(slow_for); i++)
		nap();
	for (int i = 0; i < 5; i++)
		nap(); /* for the loop to learn what is ready */
	slow_for = 0;
}

void uvhold_closes(uint64_t label)
{
	if (steer_late(label))
		steer_cannot_wait(label, DIVERGED_held_closed);
}
