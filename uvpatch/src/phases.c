/* phases.c: the order in which an iteration of libuv's loop goes through its phases.
 *
 * An iteration runs timers, then idle, prepare, polls, runs check and at last the close
 * callbacks (uv_run of 1.44). When a timer is due and what polling brings is the outside
 * world's choice. But what one handler starts to be called in the other phases is called
 * in an order that depends only on the phase of that handler itself; so is what start-up code
 * starts. Such watchers and closed handles are a group: each callback comes after the last
 * callbacks of the others that it came after in the recorded run.
 *
 * Rule: only handlers whose phase is the same in every run start groups. Those of streams and
 * sockets may be called while polling or before. Watchers of one phase are in no order. All of
 * this is the loop's own thread's.
 */
#include "uvhooks.h"

enum { MEMBERS = 64 };

static __thread struct member {
	const void *handle; /* NULL = free */
	uint64_t group;
	uint64_t last;      /* the event of its last callback, 0 = none yet */
	uint64_t turn;      /* and when that was, by counting */
	enum phase phase;
} members[MEMBERS];

static __thread uint64_t turns;

static __thread uint64_t certain; /* the last event that began in a phase it always has */

void phase_certain(uint64_t event)
{
	certain = event;
}

/* The same for all that one block starts. */
static uint64_t group_here(struct thread *t)
{
	const struct frame *f = thread_handler(t);
	if (f->event ? f->event != certain : t->depth > 1)
		return 0;
	return (f->event + 1) * 0x9e3779b97f4a7c15u + f->loops + 1;
}

static struct member *member_of(const void *handle)
{
	for (int i = 0; i < MEMBERS; i++)
		if (members[i].handle == handle)
			return &members[i];
	return NULL;
}

void phase_left(const void *handle)
{
	struct member *m = member_of(handle);
	if (m)
		m->handle = NULL;
}

void phase_joined(const void *handle, enum phase phase, struct thread *t)
{
	uint64_t group = group_here(t);
	phase_left(handle);
	struct member *m = group ? member_of(NULL) : NULL;
	if (m)
		*m = (struct member){ handle, group, 0, 0, phase };
}

/* Does a later callback, which comes before that of `m` in any case, come after the
 * last one of `x`? Then that one needs no telling. */
static bool is_told(const struct member *x, const struct member *m)
{
	for (int i = 0; i < MEMBERS; i++) {
		const struct member *z = &members[i];
		if (z->handle && z->group == m->group && z->phase != x->phase && z->turn > x->turn &&
		    (z == m || z->phase != m->phase))
			return true;
	}
	return false;
}

void phase_begins(const void *handle, const struct scope *s, uint64_t event)
{
	const struct member *m = s->t ? member_of(handle) : NULL;
	if (s->t)
		phase_certain(event);
	for (int i = 0; m && i < MEMBERS; i++)
		if (members[i].handle && members[i].group == m->group && members[i].phase != m->phase &&
		    members[i].last && !is_told(&members[i], m))
			emit_join(members[i].last);
}

void phase_ends(const void *handle, uint64_t event)
{
	struct member *m = member_of(handle);
	if (m) {
		m->last = event;
		m->turn = ++turns;
	}
}
