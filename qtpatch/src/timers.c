/* timers.c: see timers.h. */
#include "timers.h"

#include <loopcore/arena.h>
#include <loopcore/emit.h>
#include <loopcore/steer.h>
#include <loopcore/text.h>
#include <loopcore/virtual_time.h>

#include "qt_label.h"
#include "qtabi.h"
#include "single_shot.h"

enum { MS = 1000000 };

static struct table timers;
static uint64_t armings, starts;

bool timers_init(void)
{
	return table_init(&timers, sizeof(struct timer), 1 << 16) && single_shots_init();
}

/* "Class:name" of what a timer works for, "" if that is its receiver. */
static const void *name_owner(const void *object, char text[2 * QT_NAME])
{
	bool guards;
	const void *owner = timer_owner(object, &guards);
	struct text t = text_in(text, 2 * QT_NAME);
	if (owner) {
		char name[QT_NAME];
		qt_object_name(owner, name);
		text_add(&t, qt_class(owner));
		if (name[0]) {
			text_add(&t, ":");
			text_add(&t, name);
		}
	}
	return owner && guards ? owner : object;
}

/* The coming firing gets its label, its place in the order of arming and its enq. */
static void arm(struct timer *r)
{
	static const char *const types[] = { "precise", "coarse", "verycoarse" };
	struct label l;
	char interval[16], number[24], name[QT_NAME], owner[2 * QT_NAME];
	const void *object = name_owner(r->object, owner);
	label_firing(&l, r->stem, r->firing);
	r->label = l.hash;
	r->armed = __atomic_add_fetch(&armings, 1, __ATOMIC_RELAXED);
	r->event = emit_id();
	r->due = virtual_now() + (uint64_t)(r->interval > 0 ? r->interval : 0) * MS;
	struct text text = text_in(interval, sizeof(interval));
	text_decimal(&text, (unsigned)r->interval);
	text = text_in(number, sizeof(number));
	text_hex(&text, r->started, 8);
	qt_object_name(r->object, name);
	emit_enq(r->event, SPARSE_TIMER, 0, -1,
		 &(struct detail){ .label = l.text, .type = "Timer",
				   .class_name = qt_class(r->object), .name = name, .object = object,
				   .interval = interval, .owner = owner, .timer = number,
				   .timer_type = (unsigned)r->type < 3 ? types[r->type] : NULL });
	table_put(&timers, (uint64_t)r->id, r);
	steer_timer_armed(r);
}

void timer_armed(struct thread *t, int id, int interval, int type, const void *object)
{
	struct timer r = { .id = id, .interval = interval, .type = type, .firing = 1,
			   .object = object, .thread = qt_object_thread(object),
			   .started = __atomic_add_fetch(&starts, 1, __ATOMIC_RELAXED) };
	qt_label_timer(r.stem, t, object);
	arm(&r);
}

bool timer_find(int id, struct timer *timer)
{
	return table_get(&timers, (uint64_t)id, timer);
}

void timer_fires(struct timer *timer, struct label *l)
{
	label_firing(l, timer->stem, timer->firing);
	emit_deq(timer->event, SPARSE_TIMER, NULL);
	timer->firing++;
	struct timer next = *timer;
	arm(&next);
}

struct until {
	uint64_t now, left;
};

static void look_at(const void *record, void *arg)
{
	const struct timer *r = record;
	struct until *u = arg;
	if (r->due > u->now && (!u->left || r->due - u->now < u->left))
		u->left = r->due - u->now;
}

uint64_t timers_due(uint64_t now)
{
	struct until u = { now, 0 };
	table_look(&timers, look_at, &u);
	return u.left;
}

static void killed(const struct timer *r)
{
	emit_drop(r->event);
	steer_timer_killed(r->label);
}

void timer_killed(int id)
{
	struct timer r;
	if (table_take(&timers, (uint64_t)id, &r))
		killed(&r);
}

static bool belongs_to(const void *record, const void *object)
{
	return ((const struct timer *)record)->object == object;
}

void timers_killed(const void *object)
{
	struct timer r;
	while (table_take_if(&timers, belongs_to, object, &r))
		killed(&r);
}
