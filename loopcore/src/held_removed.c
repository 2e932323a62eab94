/* held_removed.c: what the program does to queued events holds for held ones, too: they
 * die with their receiver, are removed, flushed, and gone when the program ends.
 */
#include "steering.h"

/* Deletes held events for which `matches` says yes, as the program did to queued ones. */
static void purge(bool (*matches)(const struct held *, const void *, int), const void *object,
		  int type)
{
	steering_enter();
	for (unsigned i = 0; i < held_count;) {
		if (!matches(&held[i], object, type)) {
			i++;
			continue;
		}
		struct held e = hold_take(i);
		if (e.hold >= 0)
			hold_lift(&steering.plan.holds[e.hold]);
		steering.queue->destroy(e.event);
		i = 0;
	}
	hold_release();
	steering_leave();
}

static bool is_for(const struct held *e, const void *object, int type)
{
	(void)type;
	return e->receiver == object;
}

static bool would_be_removed(const struct held *e, const void *object, int type)
{
	return (type == 0 || type == e->type) &&
	       (object ? e->receiver == object : steering.queue->lives_here(e->receiver));
}

static bool any(const struct held *e, const void *object, int type)
{
	(void)e;
	(void)object;
	(void)type;
	return true;
}

void purge_all(void)
{
	purge(any, NULL, 0);
}

void steer_object_gone(const void *object)
{
	if (steering.on && held_count)
		purge(is_for, object, 0);
}

void steer_removed(const void *receiver, int type)
{
	if (steering.on && held_count)
		purge(would_be_removed, receiver, type);
}

/* What is flushed leaves the queue whatever stands before it. That is against
 * the plan for an event that was to wait, and fine for a mere follower. */
void steer_flushed(const void *receiver, int type)
{
	if (!steering.on || !held_count)
		return;
	steering_enter();
	for (unsigned i = 0; i < held_count;) {
		if (!would_be_removed(&held[i], receiver, type)) {
			i++;
		} else if (held[i].hold >= 0) {
			steering_diverge(DIVERGED_held_flushed, "", held[i].label);
			i = 0;
		} else {
			struct held e = hold_take(i);
			hold_put_back(&e);
		}
	}
	steering_leave();
}
