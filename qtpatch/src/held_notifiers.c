/* held_notifiers.c: see held_notifiers.h.
 *
 * To be polled without being delivered would make the loop spin, and with GLib's
 * dispatcher starve all timers, which have a lower priority there.
 */
#include "held_notifiers.h"

#include <loopcore/steer.h>

#include "points.h"
#include "qtabi.h"

enum { HELD = STEERING_MOST_holds };

static struct held_notifier {
	const void *notifier; /* NULL = free */
	struct label label;
	bool out; /* of what is polled */
} held[HELD];

static unsigned count; /* of those in use */

/* The main thread's dispatcher. */
static struct {
	void *dispatcher;
	void (*enable)(void *dispatcher, void *notifier);
	void (*disable)(void *dispatcher, void *notifier);
	void (*wake)(void *dispatcher);
	unsigned turns; /* under way, one in the other */
} polls;

static void (*wake_unix)(void *dispatcher), (*wake_glib)(void *dispatcher);
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

void held_notifiers_init(const struct object *core)
{
	*(void **)&wake_unix = object_symbol(core, "_ZN20QEventDispatcherUNIX6wakeUpEv", NULL);
	*(void **)&wake_glib = object_symbol(core, "_ZN20QEventDispatcherGlib6wakeUpEv", NULL);
}

void notifiers_are_of(void *dispatcher, bool is_glib)
{
	struct thread *t = steer_is_on() ? thread_state() : NULL;
	if (!t || !t->is_main)
		return;
	enter();
	polls.dispatcher = dispatcher;
	polls.enable = is_glib ? qt.glib_register : qt.unix_register;
	polls.disable = is_glib ? qt.glib_unregister : qt.unix_unregister;
	polls.wake = is_glib ? wake_glib : wake_unix;
	leave();
}

/* Of those that are held or were, NULL = none; for NULL a free one. */
static struct held_notifier *find(const void *notifier)
{
	for (int i = 0; i < HELD; i++)
		if (held[i].notifier == notifier)
			return &held[i];
	return NULL;
}

static void forget(struct held_notifier *h)
{
	*h = (struct held_notifier){ .notifier = NULL };
	__atomic_fetch_sub(&count, 1, __ATOMIC_RELAXED);
}

static bool any(void)
{
	return __atomic_load_n(&count, __ATOMIC_RELAXED) > 0;
}

bool notifier_had(const void *notifier, struct label *l)
{
	struct held_notifier *h;
	bool had = false;
	if (!any())
		return false;
	enter();
	if ((h = find(notifier)) != NULL) {
		*l = h->label;
		had = true;
	}
	leave();
	return had;
}

static void delivered(const void *notifier)
{
	struct held_notifier *h;
	if (!any())
		return;
	enter();
	if ((h = find(notifier)) != NULL)
		forget(h);
	leave();
}

/* False: there is no way to hold it. */
static bool leave_out(const void *notifier, const struct label *l)
{
	enter();
	struct held_notifier *h = find(notifier), *room = h ? h : find(NULL);
	bool can = room && polls.dispatcher && polls.enable && polls.disable && polls.wake;
	if (can && !h) {
		*room = (struct held_notifier){ .notifier = notifier, .label = *l };
		__atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
	}
	if (can)
		room->out = true;
	leave();
	if (can)
		polls.disable(polls.dispatcher, (void *)notifier);
	return can;
}

bool notifier_waits(const void *notifier, const struct label *l)
{
	if (!steer_is_on())
		return false;
	if (steer_late(l->hash)) {
		if (qt_inherits(notifier, "QSocketNotifier") && leave_out(notifier, l))
			return true;
		steer_cannot_wait(l->hash, DIVERGED_never_held);
	}
	delivered(notifier);
	return false;
}

bool notifier_is_out(const void *notifier)
{
	struct held_notifier *h;
	bool out = false;
	if (!any())
		return false;
	enter();
	if ((h = find(notifier)) != NULL) {
		out = h->out;
		h->out = false;
	}
	leave();
	return out;
}

void notifier_is_gone(const void *notifier)
{
	struct held_notifier *h;
	uint64_t label = 0;
	if (!any())
		return;
	enter();
	if ((h = find(notifier)) != NULL) {
		label = h->label.hash;
		forget(h);
	}
	leave();
	if (label)
		steer_timer_killed(label);
}

/* Takes one that need not wait any more. */
static const void *next_let_go(void)
{
	for (int i = 0; i < HELD; i++) {
		const void *notifier = held[i].out ? held[i].notifier : NULL;
		if (notifier && !steer_late(held[i].label.hash)) {
			enter();
			held[i].out = false;
			leave();
			return notifier;
		}
	}
	return NULL;
}

/* Counted first: what is lifted after it was looked at finds a turn to end. */
bool notifiers_turn(void *dispatcher)
{
	const void *notifier;
	struct thread *t = steer_is_on() ? thread_state() : NULL;
	if (!t || !t->is_main || dispatcher != __atomic_load_n(&polls.dispatcher, __ATOMIC_RELAXED))
		return false;
	enter();
	polls.turns++;
	leave();
	while (any() && (notifier = next_let_go()) != NULL)
		polls.enable(dispatcher, (void *)notifier);
	return true;
}

void notifiers_turn_ends(const bool *counted)
{
	if (!*counted)
		return;
	enter();
	polls.turns--;
	leave();
}

void notifiers_wake(void)
{
	enter();
	if (any() && polls.turns && polls.wake)
		polls.wake(polls.dispatcher);
	leave();
}
