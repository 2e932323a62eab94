/* hold.c: what a schedule keeps back, and how.
 *
 * Rule: only what GLib could do by itself. A timer is late: it is due a millisecond
 * later. An idle is late: it stays attached, and with it wait all sources of its context
 * that GLib would not dispatch before it, those of lower priority and those of its own
 * that were attached later. What the outside world brings is late: its source is looked at
 * after all others, until it may come. What another thread of the program attaches is
 * late with its thread.
 */
#include "glibhooks.h"

#include <loopcore/steer.h>

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { MS = 1000000, WAITING = 64, LAST = G_MAXINT };

/* Sources that wait. */
static struct waiting {
	struct source s;
	bool lowered;
} waiting[WAITING];
static unsigned count;
static volatile char lock;

static void enter(void)
{
	while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE))
		__builtin_ia32_pause();
}

static void leave(void)
{
	__atomic_clear(&lock, __ATOMIC_RELEASE);
}

static void nap(void)
{
	struct timespec rest = { 0, MS };
	syscall(SYS_nanosleep, &rest, NULL);
}

static bool put(const struct source *s, bool lowered)
{
	bool room = true, there = false;
	enter();
	for (unsigned i = 0; i < count; i++)
		there |= waiting[i].s.id == s->id;
	if (!there && (room = count < WAITING))
		waiting[count++] = (struct waiting){ *s, lowered };
	leave();
	return room;
}

static bool take(const struct source *s, struct waiting *w)
{
	bool found = false;
	enter();
	for (unsigned i = 0; i < count && !found; i++) {
		if (waiting[i].s.id != s->id)
			continue;
		*w = waiting[i];
		waiting[i] = waiting[--count];
		found = true;
	}
	leave();
	return found;
}

/* Would GLib dispatch it after one that waits? */
static bool is_behind(const struct source *s, struct source *first)
{
	bool behind = false;
	enter();
	for (unsigned i = 0; i < count && !behind; i++) {
		const struct source *w = &waiting[i].s;
		behind = !waiting[i].lowered && w->kind != SPARSE_TIMER && w->context == s->context &&
			 w->id != s->id &&
			 (s->priority > w->priority || (s->priority == w->priority && s->number > w->number));
		if (behind)
			*first = *w;
	}
	leave();
	return behind;
}

static bool waits_behind(const struct source *s)
{
	struct source first;
	if (!is_behind(s, &first))
		return false;
	if (!steer_awaits(first.firing.label, s->firing.label))
		return true;
	steer_cannot_wait(first.firing.label, DIVERGED_awaited_idle);
	return false;
}

/* Is it held? Then it has been made late. */
static bool held(GSource *source, const struct source *s)
{
	if (s->timed ? !steer_timer(&s->firing, s->firing.label) : !steer_late(s->firing.label))
		return false;
	if (s->kind == SPARSE_TIMER) {
		glib.set_ready_time(source, glib_now_us() + 1000);
		return true;
	}
	if (!put(s, !s->idle)) {
		steer_cannot_wait(s->firing.label, DIVERGED_no_room);
		return false;
	}
	if (!s->idle && glib.priority(source) != LAST)
		glib.set_priority(source, LAST);
	nap();
	return true;
}

bool glibhold_source(GSource *source, const struct source *s)
{
	struct waiting w;
	if (!steer_is_on())
		return false;
	if (held(source, s) || waits_behind(s))
		return true;
	if (!take(s, &w) || !w.lowered)
		return false;
	glib.set_priority(source, s->priority); /* it comes in the next iteration */
	return true;
}

void glibhold_gone(const struct source *s)
{
	struct waiting w;
	if (steer_is_on())
		take(s, &w);
}

void glibhold_thread(const struct source *s)
{
	struct thread *t = steer_is_on() ? thread_state() : NULL;
	if (!t || t->is_main || glib.is_owner(s->context))
		return;
	while (steer_late(s->firing.label))
		nap();
}
