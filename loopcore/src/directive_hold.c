/* directive_hold.c: which events wait, and when they go back into the queue.
 *
 * What is queued behind a held event waits with it, and a timer that can't
 * overtake a held one, too; a deferred delete does not, so the event goes back
 * before it: only orders are made that the loop could make by itself.
 * An event that another thread posts is not held in the queue, where it would
 * keep back what has nothing to do with it: the thread is, before it posts.
 */
#include "steering.h"
#include <sparserec/rawsys.h>

#include <loopcore/due.h>
#include <loopcore/text.h>
#include <loopcore/waited.h>

#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { HELD = 1024, KEPT = 256, STALL_NS = 500000 };

struct held held[HELD];
unsigned held_count;
static bool any_raised;

/* Is this event still to wait: is it held itself, or queued behind one that is?
 * All before it in the list are known to wait. */
static bool waits(unsigned i)
{
	const struct held *e = &held[i];
	bool behind = e->hold >= 0 && steering.plan.holds[e->hold].state == HOLD_HOLDS;
	for (unsigned j = 0; j < i && !behind; j++)
		behind = held[j].thread == e->thread && e->prio <= held[j].prio;
	return behind;
}

struct held hold_take(unsigned i)
{
	struct held e = held[i];
	memmove(&held[i], &held[i + 1], (--held_count - i) * sizeof(*held));
	return e;
}

/* It stands in the queue before one that was held, and a raised priority would pass it. */
static bool is_passed_by_raised(const struct pending *p, const void *raised)
{
	const struct pending *e = raised;
	return p->thread == e->thread && p->id < e->id && p->prio == e->prio && !p->raised;
}

void hold_put_back(const struct held *e)
{
	static const char before[] = "what was posted before it is still in the queue";
	struct pending p = e->p;
	bool misplaced = e->overtaken && pending_any(is_passed_by_raised, &e->p);
	p.raised = e->overtaken && !misplaced;
	any_raised |= p.raised;
	steering_say(steering_verdict_release, e->label);
	pending_put(e->event, &p);
	steering.queue->post(e->receiver, e->event, e->prio + p.raised);
	if (misplaced)
		steering_diverge(DIVERGED_held_passed, before, e->label);
}

void hold_release(void)
{
	for (unsigned i = 0; i < held_count;) {
		if (waits(i)) {
			i++;
			continue;
		}
		struct held e = hold_take(i);
		hold_put_back(&e);
		i = 0;
	}
}

void hold_lift(struct hold *h)
{
	bool held_it = h->state == HOLD_HOLDS;
	if (held_it && h->timer.id)
		steering_say(steering_verdict_release, h->text);
	h->state = HOLD_LIFTED;
	if (held_it && steering.queue && steering.queue->lifted)
		steering.queue->lifted();
}

void hold_lift_all(void)
{
	for (unsigned i = 0; i < steering.plan.n; i++)
		hold_lift(&steering.plan.holds[i]);
}

static struct hold *hold_of(uint64_t label)
{
	for (unsigned i = 0; label && i < steering.plan.n; i++)
		if (steering.plan.holds[i].label == label && steering.plan.holds[i].state != HOLD_LIFTED)
			return &steering.plan.holds[i];
	return NULL;
}

/* One that need not come is waited for, and that is all. */
static bool needs(const struct awaited *until, uint64_t label)
{
	for (unsigned i = 0; label && i < until->n; i++)
		if (until->label[i] == label && !(until->perhaps >> i & 1))
			return true;
	return false;
}

static bool needs_none(const struct awaited *until)
{
	for (unsigned i = 0; i < until->n; i++)
		if (until->label[i] && !(until->perhaps >> i & 1))
			return false;
	return true;
}

static bool is_over(const struct hold *h)
{
	for (unsigned i = 0; i < h->until.n; i++)
		if (h->until.label[i])
			return false;
	return true;
}

/* Is the event one that a hold in force waits for, and that must come? */
bool hold_is_awaited(uint64_t label)
{
	for (unsigned i = 0; i < steering.plan.n; i++)
		if (steering.plan.holds[i].state == HOLD_HOLDS && needs(&steering.plan.holds[i].until, label))
			return true;
	return false;
}

bool hold_must_end(const struct hold *h)
{
	return !needs_none(&h->until);
}

/* It waits for nothing that must come, and goes on. */
static void skip(struct hold *h)
{
	steering_say(steering_verdict_skip, h->text);
	if (held_count)
		steering.let_go = held[held_count - 1].hash;
	hold_lift(h);
	hold_release();
}

bool hold_is_over_time(struct hold *h)
{
	if (h->state != HOLD_HOLDS || !steering_is_over(&h->since, h->timeout_ms))
		return false;
	if (!needs_none(&h->until))
		return true;
	skip(h);
	return false;
}

/* The hold that an event is to wait by. One that is over is lifted here: its event is
 * like any other from then on, and waits behind held ones as any other does. */
static struct hold *hold_in_force(uint64_t label)
{
	struct hold *h = steering.diverged ? NULL : hold_of(label);
	if (!h || !is_over(h))
		return h;
	hold_lift(h);
	return NULL;
}

bool hold_has_begun(void)
{
	for (unsigned i = 0; i < steering.plan.n; i++)
		if (steering.plan.holds[i].state != HOLD_WAITS)
			return true;
	return steering.plan.n == 0;
}

bool hold_holds(void)
{
	for (unsigned i = 0; i < steering.plan.n; i++)
		if (steering.plan.holds[i].state == HOLD_HOLDS)
			return true;
	return false;
}

static void start_hold(struct hold *h)
{
	if (h->state == HOLD_HOLDS)
		return;
	bool again = h->since.real; /* the next one of that label */
	h->state = HOLD_HOLDS;
	h->since = steering_moment();
	if (!again)
		steering_say(steering_verdict_hold, h->text);
	steering_watch();
}

static bool is_behind_held(const void *thread, int prio)
{
	for (unsigned i = 0; i < held_count; i++)
		if (held[i].thread == thread && prio <= held[i].prio)
			return true;
	return false;
}

/* What is never held was queued behind these. Once they are back they come before it
 * again, as in the queue that the program would have had: by a priority above its own. */
static void is_overtaken(const void *thread, int prio)
{
	for (unsigned i = 0; i < held_count; i++)
		if (held[i].thread == thread && prio <= held[i].prio)
			held[i].overtaken = true;
}

/* Takes the event; -1: it only follows one that is held. */
static bool keep(void *receiver, void *event, int prio, int type, const struct label *l,
		 const struct pending *p, int hold)
{
	if (held_count == HELD) {
		steering_diverge(DIVERGED_no_room, "", "");
		return false;
	}
	struct held *e = &held[held_count++];
	*e = (struct held){ receiver, event, steering.queue->thread_of(receiver), prio, type, hold, *p, "", l->hash, false };
	snprintf(e->label, sizeof(e->label), "%s", l->text[0] ? l->text : "(unnamed)");
	if (hold >= 0)
		start_hold(&steering.plan.holds[hold]);
	else
		steering_say(steering_verdict_hold, e->label);
	return true;
}

struct passing {
	const void *receiver, *thread;
	uint64_t id;
	bool matters; /* or what it passes is for the same receiver */
};

static bool is_passed(const struct pending *p, const struct passing *by)
{
	return p->thread == by->thread && p->prio >= 0 && p->id < by->id && (by->matters || p->receiver == by->receiver);
}

/* It went back into the queue while that was being delivered, which goes on with what was there. */
static bool is_passed_raised(const struct pending *p, const void *by)
{
	return p->raised && is_passed(p, by);
}

void steer_passes(const void *receiver, const struct pending *p)
{
	if (!steering.on || steering.diverged || (!held_count && !any_raised))
		return;
	steering_enter();
	struct passing by = { receiver, steering.queue->thread_of(receiver), p->id,
			      !steering.plan.goal_use || p->label == steering.plan.goal_free || hold_is_awaited(p->label) };
	for (unsigned i = 0; i < held_count && !steering.diverged; i++)
		if (is_passed(&held[i].p, &by))
			steering_diverge(DIVERGED_held_passed, "", held[i].label);
	if (any_raised && !steering.diverged && pending_any(is_passed_raised, &by))
		steering_diverge(DIVERGED_held_passed, "it went back into the queue too late", "");
	steering_leave();
}

static bool is_held_already(const void *receiver, int type)
{
	for (unsigned i = 0; i < held_count; i++)
		if (held[i].receiver == receiver && held[i].type == type)
			return true;
	return false;
}

/* A worker that posts to another thread, the main one mostly. */
static bool is_worker_for(const void *receiver)
{
	return syscall(SYS_gettid) != sys_pid() && !steering.queue->lives_here(receiver);
}

/* Makes the posting thread slow instead of the queue: whatever it or others do
 * meanwhile, it might have been so late by itself. The clock ends it. */
static void stall(struct hold *h)
{
	struct timespec tick = { 0, STALL_NS };
	start_hold(h);
	while (h->state == HOLD_HOLDS && !steering.diverged) {
		steering_leave();
		syscall(SYS_nanosleep, &tick, NULL);
		steering_enter();
	}
}

/* The hold of an event of that type which the handler of that context posts. */
static struct hold *hold_of_type(const char *type, uint64_t context)
{
	char from[LABEL], by[LABEL];
	struct text start = text_in(from, sizeof(from)), middle = text_in(by, sizeof(by));
	text_add(&start, steering_label_posted);
	text_add(&start, " ");
	text_add(&start, type);
	text_add(&start, " ");
	text_add(&middle, steering_label_in);
	text_hex(&middle, context, 16);
	for (unsigned i = 0; i < steering.plan.n; i++) {
		struct hold *h = &steering.plan.holds[i];
		if (h->state != HOLD_LIFTED && !strncmp(h->text, from, strlen(from)) && strstr(h->text, by))
			return h;
	}
	return NULL;
}

void steer_before_post(const char *type, uint64_t context)
{
	if (!steering.on || steering.diverged)
		return;
	steering_enter();
	struct hold *h = hold_of_type(type, context);
	if (h && is_over(h))
		hold_lift(h);
	else if (h)
		stall(h);
	steering_leave();
}

bool steer_post(void *receiver, void *event, int prio, int type, const struct label *l,
		struct pending *p)
{
	bool taken = false;
	if (!steering.on || steering.diverged)
		return false;
	steering_enter();
	p->receiver = receiver;
	p->thread = steering.queue->thread_of(receiver);
	p->prio = prio;
	struct hold *h = hold_in_force(l->hash);
	if (steering.queue->merges(type) && is_held_already(receiver, type)) {
		if (hold_is_awaited(l->hash))
			steering_diverge(DIVERGED_awaited_removed, "", "");
		steering.queue->destroy(event);
		taken = true;
	} else if (h && steering.queue->never_held(type)) {
		steering_diverge(DIVERGED_never_held, "", l->text);
	} else if (h && is_worker_for(receiver)) {
		stall(h);
	} else if (h) {
		taken = keep(receiver, event, prio, type, l, p, (int)(h - steering.plan.holds));
	} else if (held_count && !steering.queue->never_held(type) &&
		   is_behind_held(steering.queue->thread_of(receiver), prio)) {
		if (hold_is_awaited(l->hash))
			steering_diverge(DIVERGED_awaited_behind, "", l->text);
		else
			taken = keep(receiver, event, prio, type, l, p, -1);
	} else if (held_count) {
		is_overtaken(steering.queue->thread_of(receiver), prio);
	}
	steering_leave();
	return taken;
}

int timer_latest(const struct timer *t)
{
	return due_of(t->type, t->interval).latest;
}

/* Their loop counts both from one time, that of the handler which started them: then
 * their intervals decide alone, whichever was started first. */
static bool counted_alike(const struct timer *a, const struct timer *b)
{
	return a->counted && a->counted == b->counted && a->starter == b->starter;
}

/* Does `b` fire after `a` in every run? Measured on both dispatchers, see the
 * steering of timers in docs. */
static bool fires_after(const struct timer *a, const struct timer *b)
{
	struct due first = due_of(a->type, a->interval), second = due_of(b->type, b->interval);
	if (a->thread != b->thread)
		return false;
	return (a->armed < b->armed && due_before(&first, &second)) ||
	       (counted_alike(a, b) && a->interval < b->interval);
}

/* Timers that wait behind a held one. They keep their order among themselves, too: each
 * comes at a due time of its own once it may. */
static struct timer kept[KEPT];
static unsigned kept_count;

static bool keep_timer(const struct timer *t)
{
	unsigned i = 0;
	while (i < kept_count && kept[i].label != t->label)
		i++;
	if (i == KEPT) {
		steering_diverge(DIVERGED_no_room, "", "");
		return false;
	}
	kept[i] = *t;
	kept_count += i == kept_count;
	return true;
}

static bool follows_kept_timer(const struct timer *t)
{
	for (unsigned i = 0; i < kept_count; i++)
		if (kept[i].id != t->id && fires_after(&kept[i], t))
			return true;
	return false;
}

/* A timer that was held comes first even after its release, until it has fired:
 * only its next due time delivers it, and that may be later than this one's. */
static bool follows_held_timer(const struct timer *t)
{
	for (unsigned i = 0; i < steering.plan.n; i++)
		if (steering.plan.holds[i].timer.id && steering.plan.holds[i].timer.id != t->id &&
		    fires_after(&steering.plan.holds[i].timer, t))
			return true;
	return false;
}

/* Its firing is delivered, or will never be: nothing waits behind it any more. */
static void forget_timer(uint64_t label)
{
	for (unsigned i = 0; i < steering.plan.n; i++)
		if (steering.plan.holds[i].timer.id && steering.plan.holds[i].timer.label == label)
			steering.plan.holds[i].timer.id = 0;
	for (unsigned i = 0; i < kept_count;)
		if (kept[i].label == label)
			kept[i] = kept[--kept_count];
		else
			i++;
}

bool steer_timer(const struct timer *timer, uint64_t label)
{
	bool waits = false;
	if (!steering.on || steering.diverged)
		return false;
	steering_enter();
	struct hold *h = hold_in_force(label);
	if (h) {
		h->timer = *timer;
		start_hold(h);
		waits = true;
	} else if (!steering.diverged && follows_held_timer(timer)) {
		waits = !hold_is_awaited(label);
		if (!waits)
			steering_diverge(DIVERGED_awaited_timer, "", "");
	} else if (!steering.diverged) {
		waits = follows_kept_timer(timer);
	}
	if (waits && !h)
		waits = keep_timer(timer);
	if (!waits)
		forget_timer(label);
	steering_leave();
	return waits;
}

bool steer_late(uint64_t label)
{
	bool waits = false;
	if (!steering.on || steering.diverged || !label)
		return false;
	steering_enter();
	struct hold *h = hold_in_force(label);
	if (h) {
		start_hold(h);
		waits = true;
	}
	steering_leave();
	return waits;
}

void steer_stalls(uint64_t label)
{
	if (!steering.on || steering.diverged || !label)
		return;
	steering_enter();
	struct hold *h = hold_in_force(label);
	if (h)
		stall(h);
	steering_leave();
}

void steer_stalls_frame(uint64_t label)
{
	struct timespec tick = { 0, STALL_NS };
	if (!steering.on || steering.diverged || !label || main_waits())
		return;
	steering_enter();
	struct hold *h = hold_in_force(label);
	if (h)
		start_hold(h);
	while (h && h->state == HOLD_HOLDS && !steering.diverged) {
		if (main_waits()) {
			h->state = HOLD_WAITS;
			break;
		}
		steering_leave();
		syscall(SYS_nanosleep, &tick, NULL);
		steering_enter();
	}
	steering_leave();
}

bool steer_awaits(uint64_t label, uint64_t event)
{
	bool is = false;
	if (!steering.on || steering.diverged)
		return false;
	steering_enter();
	struct hold *h = hold_of(label);
	is = h && needs(&h->until, event);
	steering_leave();
	return is;
}

void steer_cannot_wait(uint64_t label, enum divergence why)
{
	if (!steering.on || steering.diverged)
		return;
	steering_enter();
	struct hold *h = hold_of(label);
	if (h && needs_none(&h->until))
		skip(h);
	else
		steering_diverge(why, "", h ? h->text : "");
	steering_leave();
}

static void mark_ended(struct hold *h, uint64_t label)
{
	for (unsigned i = 0; i < h->until.n; i++)
		if (h->until.label[i] == label)
			h->until.label[i] = 0;
	if (h->state == HOLD_HOLDS && is_over(h))
		hold_lift(h);
}

void hold_event_ended(uint64_t label)
{
	if (label == steering.let_go)
		steering.let_go = 0;
	for (unsigned i = 0; i < steering.plan.n; i++)
		mark_ended(&steering.plan.holds[i], label);
}

void steer_event_dropped(uint64_t label)
{
	if (steering.on && !steering.diverged && label && hold_is_awaited(label))
		__atomic_store_n(&steering.awaited_gone, true, __ATOMIC_RELAXED);
}

void steer_timer_killed(uint64_t label)
{
	if (!steering.on || steering.diverged || !label)
		return;
	steering_enter();
	struct hold *h = hold_of(label);
	if (h && h->state == HOLD_HOLDS)
		hold_lift(h);
	forget_timer(label);
	linger_event_ended(label);
	if (hold_is_awaited(label))
		steering_diverge(DIVERGED_awaited_removed, "", "");
	steering_leave();
}
