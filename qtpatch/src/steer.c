/* steer.c: holds, releases, goals and divergence.
 *
 * One lock guards the state. It is recursive and held while an event is put
 * back into Qt's queue, so that the event's receiver cannot be gone in between:
 * a dying object asks for the same lock (steer_object_gone). Qt destroys an
 * event that it merges with another while it has its queue locked: that place
 * (steer_event_dropped) must take no lock and post nothing. Events are taken
 * from the list one by one and only then posted or deleted, for both can lead
 * back here.
 */
#include "steer.h"

#include "due.h"
#include "qtabi.h"
#include "schedule.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct held {
	void *receiver, *event, *thread;
	int prio, type;
	int hold; /* index, -1 = only because it is queued behind one */
	struct pending p;
	char label[LABEL];
};

enum { HELD = 1024, GOALS = 2, TICK_NS = 5000000 };

static struct schedule plan;
static struct held held[HELD];
static unsigned held_count;
static bool on, diverged, watched, goal_ended[GOALS];
/* Set where Qt's queue may be locked, obeyed where it is not. */
static bool awaited_gone;
static uint64_t watchdog; /* ns */
static int verdict = -1;
static steer_post_fn *really_post;
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void enter(void)
{
	pthread_mutex_lock(&lock);
}

static void leave(void)
{
	pthread_mutex_unlock(&lock);
}

static void say(const char *what, const char *label)
{
	char line[LABEL + 128];
	int saved = errno;
	int n = snprintf(line, sizeof(line), "%s%s%s\n", what, *label ? " " : "", label);
	if (n >= (int)sizeof(line)) {
		n = sizeof(line) - 1;
		line[n - 1] = '\n';
	}
	if (verdict >= 0)
		syscall(SYS_write, verdict, line, (size_t)n);
	errno = saved;
}

static uint64_t now(void)
{
	struct timespec t;
	syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void child_of_fork(void)
{
	on = false; /* the verdict is about the parent */
	verdict = -1;
}

bool steer_open(const char *schedule, const char *path)
{
	char error[512] = "";
	if (path[0]) {
		verdict = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
		if (verdict < 0)
			snprintf(error, sizeof(error), "%.400s: cannot write the verdict", path);
	}
	if (!error[0] && schedule_read(&plan, schedule, error)) {
		pthread_atfork(NULL, NULL, child_of_fork);
		on = true;
	} else {
		fprintf(stderr, "sparseracer: %s\n", error);
		say("diverged", error);
	}
	return on;
}

__attribute__((destructor)) static void process_ends(void)
{
	if (on)
		say("exit", "");
}

bool steer_is_on(void)
{
	return on;
}

void steer_use(steer_post_fn *post)
{
	really_post = post;
}

/* Is this event still to wait: is it held itself, or queued behind one that is?
 * All before it in the list are known to wait. */
static bool waits(unsigned i)
{
	const struct held *e = &held[i];
	bool behind = e->hold >= 0 && plan.holds[e->hold].state == HOLD_HOLDS;
	for (unsigned j = 0; j < i && !behind; j++)
		behind = held[j].thread == e->thread && e->prio <= held[j].prio;
	return behind;
}

static struct held take(unsigned i)
{
	struct held e = held[i];
	memmove(&held[i], &held[i + 1], (--held_count - i) * sizeof(*held));
	return e;
}

static void put_back(const struct held *e)
{
	say("release", e->label);
	pending_put(e->event, &e->p);
	really_post(e->receiver, e->event, e->prio);
}

/* Posts what need not wait any more, in the order in which it was posted first. */
static void release(void)
{
	for (unsigned i = 0; i < held_count;) {
		if (waits(i)) {
			i++;
			continue;
		}
		struct held e = take(i);
		put_back(&e);
		i = 0;
	}
}

static void lift(struct hold *h)
{
	if (h->state == HOLD_HOLDS && h->timer.id)
		say("release", h->text);
	h->state = HOLD_LIFTED;
}

/* From here on nothing is held: the program runs as it likes. */
static void diverge(const char *why, const char *label)
{
	char reason[64 + LABEL];
	if (diverged)
		return;
	diverged = true;
	snprintf(reason, sizeof(reason), "%s%s%s", why, *label ? ": " : "", label);
	say("diverged", reason);
	for (unsigned i = 0; i < plan.n; i++)
		lift(&plan.holds[i]);
	release();
}

static void check_awaited(void)
{
	if (__atomic_load_n(&awaited_gone, __ATOMIC_RELAXED))
		diverge("an awaited event was removed", "");
}

static struct hold *hold_of(uint64_t label)
{
	for (unsigned i = 0; label && i < plan.n; i++)
		if (plan.holds[i].label == label && plan.holds[i].state != HOLD_LIFTED)
			return &plan.holds[i];
	return NULL;
}

static bool awaits(const struct hold *h, uint64_t label)
{
	for (unsigned i = 0; label && i < h->untils; i++)
		if (h->until[i] == label)
			return true;
	return false;
}

static bool is_over(const struct hold *h)
{
	for (unsigned i = 0; i < h->untils; i++)
		if (h->until[i])
			return false;
	return true;
}

/* Is the event one that a hold in force waits for? */
static bool is_awaited(uint64_t label)
{
	for (unsigned i = 0; i < plan.n; i++)
		if (plan.holds[i].state == HOLD_HOLDS && awaits(&plan.holds[i], label))
			return true;
	return false;
}

static void start_hold(struct hold *h)
{
	if (h->state == HOLD_HOLDS)
		return;
	h->state = HOLD_HOLDS;
	h->deadline = now() + h->timeout_ms * (uint64_t)1000000;
	say("hold", h->text);
}

static bool is_behind_held(const void *thread, int prio)
{
	for (unsigned i = 0; i < held_count; i++)
		if (held[i].thread == thread && prio <= held[i].prio)
			return true;
	return false;
}

/* Takes the event; -1: it only follows one that is held. */
static bool keep(void *receiver, void *event, int prio, int type, const struct label *l,
		 const struct pending *p, int hold)
{
	if (held_count == HELD) {
		diverge("too many events are held", "");
		return false;
	}
	struct held *e = &held[held_count++];
	*e = (struct held){ receiver, event, qt_object_thread(receiver), prio, type, hold, *p, "" };
	snprintf(e->label, sizeof(e->label), "%s", l->text[0] ? l->text : "(unnamed)");
	if (hold >= 0)
		start_hold(&plan.holds[hold]);
	else
		say("hold", e->label);
	return true;
}

bool steer_post(void *receiver, void *event, int prio, int type, const struct label *l,
		const struct pending *p)
{
	bool taken = false;
	if (!on || diverged)
		return false;
	enter();
	struct hold *h = diverged ? NULL : hold_of(l->hash);
	if (h && type == QT_DEFERRED_DELETE) {
		diverge("refused, a deferred delete is never held", l->text);
	} else if (h && is_over(h)) {
		lift(h);
	} else if (h) {
		taken = keep(receiver, event, prio, type, l, p, (int)(h - plan.holds));
	} else if (held_count && type != QT_DEFERRED_DELETE &&
		   is_behind_held(qt_object_thread(receiver), prio)) {
		if (is_awaited(l->hash))
			diverge("an awaited event is queued behind a held one", l->text);
		else
			taken = keep(receiver, event, prio, type, l, p, -1);
	}
	leave();
	return taken;
}

/* Does `b` fire after `a` in every run? Measured on both dispatchers, see the
 * steering of timers in docs. */
static bool fires_after(const struct timer *a, const struct timer *b)
{
	struct due first = due_of(a->type, a->interval), second = due_of(b->type, b->interval);
	return a->thread == b->thread && a->armed < b->armed && due_before(&first, &second);
}

/* A timer that was held comes first even after its release, until it has fired:
 * only its next due time delivers it, and that may be later than this one's. */
static bool follows_held_timer(const struct timer *t)
{
	for (unsigned i = 0; i < plan.n; i++)
		if (plan.holds[i].timer.id && plan.holds[i].timer.id != t->id &&
		    fires_after(&plan.holds[i].timer, t))
			return true;
	return false;
}

/* Its firing is delivered, or will never be: nothing waits behind it any more. */
static void forget_timer(uint64_t label)
{
	for (unsigned i = 0; i < plan.n; i++)
		if (plan.holds[i].timer.id && plan.holds[i].timer.label == label)
			plan.holds[i].timer.id = 0;
}

bool steer_timer(const struct timer *timer, uint64_t label)
{
	bool waits = false;
	if (!on || diverged)
		return false;
	enter();
	struct hold *h = diverged ? NULL : hold_of(label);
	if (h && is_over(h)) {
		lift(h); /* its firing is not held any more, or never was */
	} else if (h) {
		h->timer = *timer;
		start_hold(h);
		waits = true;
	} else if (!diverged && follows_held_timer(timer)) {
		waits = !is_awaited(label);
		if (!waits)
			diverge("an awaited timer is always later than a held one", "");
	}
	if (!waits)
		forget_timer(label);
	leave();
	return waits;
}

static void goal(uint64_t label, enum steer_moment moment, uint64_t wanted, const char *name)
{
	static const char *const moments[] = { "begin", "pause", "resume", "end" };
	char text[64];
	if (!wanted || label != wanted)
		return;
	snprintf(text, sizeof(text), "%s %s", name, moments[moment]);
	say("goal", text);
	if (moment == STEER_END)
		goal_ended[wanted == plan.goal_use] = true;
}

void steer_goal(uint64_t label, enum steer_moment moment)
{
	if (!on || !label)
		return;
	if (moment == STEER_BEGIN || moment == STEER_END)
		goal(label, moment, plan.goal_free, "free");
	goal(label, moment, plan.goal_use, "use");
}

static void mark_ended(struct hold *h, uint64_t label)
{
	for (unsigned i = 0; i < h->untils; i++)
		if (h->until[i] == label)
			h->until[i] = 0;
	if (h->state == HOLD_HOLDS && is_over(h))
		lift(h);
}

void steer_event_ended(uint64_t label)
{
	if (!on || !label)
		return;
	steer_goal(label, STEER_END);
	enter();
	for (unsigned i = 0; i < plan.n; i++)
		mark_ended(&plan.holds[i], label);
	check_awaited();
	release();
	leave();
}

void steer_event_dropped(uint64_t label)
{
	if (on && !diverged && label && is_awaited(label))
		__atomic_store_n(&awaited_gone, true, __ATOMIC_RELAXED);
}

void steer_timer_killed(uint64_t label)
{
	if (!on || diverged || !label)
		return;
	enter();
	struct hold *h = hold_of(label);
	if (h && h->state == HOLD_HOLDS)
		lift(h);
	forget_timer(label);
	if (is_awaited(label))
		diverge("an awaited event was removed", "");
	leave();
}

/* Deletes held events for which `matches` says yes, as Qt does to queued ones. */
static void purge(bool (*matches)(const struct held *, const void *, int), const void *object,
		  int type)
{
	enter();
	for (unsigned i = 0; i < held_count;) {
		if (!matches(&held[i], object, type)) {
			i++;
			continue;
		}
		struct held e = take(i);
		if (e.hold >= 0)
			lift(&plan.holds[e.hold]);
		qt_event_delete(e.event);
		i = 0;
	}
	release();
	leave();
}

static bool is_for(const struct held *e, const void *object, int type)
{
	(void)type;
	return e->receiver == object;
}

static bool would_be_removed(const struct held *e, const void *object, int type)
{
	return (type == 0 || type == e->type) &&
	       (object ? e->receiver == object : qt_lives_here(e->receiver));
}

static bool any(const struct held *e, const void *object, int type)
{
	(void)e;
	(void)object;
	(void)type;
	return true;
}

void steer_object_gone(const void *object)
{
	if (on && held_count)
		purge(is_for, object, 0);
}

void steer_removed(const void *receiver, int type)
{
	if (on && held_count)
		purge(would_be_removed, receiver, type);
}

/* What is flushed leaves the queue whatever stands before it. That is against
 * the plan for an event that was to wait, and fine for a mere follower. */
void steer_flushed(const void *receiver, int type)
{
	if (!on || !held_count)
		return;
	enter();
	for (unsigned i = 0; i < held_count;) {
		if (!would_be_removed(&held[i], receiver, type)) {
			i++;
		} else if (held[i].hold >= 0) {
			diverge("a held event is flushed", held[i].label);
			i = 0;
		} else {
			struct held e = take(i);
			put_back(&e);
		}
	}
	leave();
}

static void check_clock(void)
{
	uint64_t t = now();
	check_awaited();
	for (unsigned i = 0; i < plan.n && !diverged; i++)
		if (plan.holds[i].state == HOLD_HOLDS && t > plan.holds[i].deadline)
			diverge("hold timeout", plan.holds[i].text);
	if (watchdog && t > watchdog && !(goal_ended[0] && goal_ended[1]))
		diverge("watchdog", "");
}

/* A thread of our own, for the program's may all be asleep. */
static void *watch(void *unused)
{
	while (on && !diverged) {
		struct timespec tick = { 0, TICK_NS };
		syscall(SYS_nanosleep, &tick, NULL);
		enter();
		check_clock();
		leave();
	}
	return unused;
}

static void start_watching(void)
{
	sigset_t all, before;
	pthread_t id;
	watchdog = plan.watchdog_ms ? now() + plan.watchdog_ms * (uint64_t)1000000 : 0;
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	if (pthread_create(&id, NULL, watch, NULL) == 0)
		pthread_detach(id);
	else
		diverge("no thread for the watchdog", "");
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void steer_loop(bool default_ended)
{
	if (!on)
		return;
	enter();
	if (!watched) {
		watched = true;
		start_watching();
	}
	for (unsigned i = 0; default_ended && i < plan.n && !diverged; i++) {
		if (plan.holds[i].state != HOLD_HOLDS)
			continue;
		purge(any, NULL, 0); /* the program ends: nobody would deliver them */
		diverge("exit while holding", plan.holds[i].text);
	}
	leave();
}
