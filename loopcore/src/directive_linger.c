/* directive_linger.c: a handler that lets events be processed (no loop that an event would
 * end: one turn, and it is over) takes its time before it does.
 *
 * A slow machine, or a slow handler, brings about the same: timers are due by
 * then. Nothing is held, nothing is put out of order. The thread sleeps until the
 * first of the awaited timers is due, then turns its loop; what that timer starts
 * is awaited by the next turn.
 */
#include <loopcore/virtual_time.h>

#include "steering.h"

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { MS = 1000000, TICK = 5 * MS };

void steer_timer_armed(const struct timer *timer)
{
	if (!steering.on || steering.diverged || !steering.plan.nlingers)
		return;
	steering_enter();
	uint64_t due = virtual_now() + (uint64_t)timer_latest(timer) * MS;
	for (unsigned i = 0; i < steering.plan.nlingers; i++) {
		struct linger *l = &steering.plan.lingers[i];
		for (unsigned j = 0; j < l->until.n; j++)
			if (l->until.label[j] == timer->label)
				l->due[j] = due;
	}
	steering_leave();
}

/* It has fired, or never will. */
void linger_event_ended(uint64_t label)
{
	for (unsigned i = 0; i < steering.plan.nlingers; i++) {
		struct linger *l = &steering.plan.lingers[i];
		for (unsigned j = 0; j < l->until.n; j++)
			if (l->until.label[j] == label)
				l->due[j] = l->until.label[j] = 0;
	}
}

static uint64_t next_due(const struct linger *l)
{
	uint64_t due = 0;
	for (unsigned i = 0; i < l->until.n; i++)
		if (l->due[i] && (!due || l->due[i] < due))
			due = l->due[i];
	return due;
}

static void wait_for(struct linger *l)
{
	uint64_t due = next_due(l), t = virtual_now();
	if (!due || due <= t)
		return;
	if (due - t > l->timeout_ms * (uint64_t)MS) {
		steering_diverge(DIVERGED_linger_timeout, "", l->text);
		return;
	}
	if (!l->reported)
		steering_say(steering_verdict_linger, l->text);
	l->reported = true;
	virtual_forward(due - t);
	for (t = virtual_now(); t < due && !steering.diverged; t = virtual_now()) {
		uint64_t ns = due - t < TICK ? due - t : TICK;
		struct timespec rest = { 0, (long)ns };
		steering_leave(); /* for the clock, and other threads */
		syscall(SYS_nanosleep, &rest, NULL);
		steering_enter();
	}
}

void steer_linger(uint64_t label, unsigned loop)
{
	if (!steering.on || steering.diverged || !label)
		return;
	steering_enter();
	for (unsigned i = 0; i < steering.plan.nlingers; i++) {
		struct linger *l = &steering.plan.lingers[i];
		if (l->label == label && loop >= l->loop && !steering.diverged)
			wait_for(l);
	}
	steering_leave();
}
