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

struct member {
	const void *handle; /* NULL = free */
	uint64_t group;
	uint64_t last;      /* the event of its last callback, 0 = none yet */
	uint64_t turn;      /* and when that was, by counting */
	enum phase phase;
};

struct phases {
	struct member members[MEMBERS];
	int used; /* members from here on have never been any: most callbacks are of none */
	uint64_t turns;
	uint64_t certain; /* the last event that began in a phase it always has */
};

/* NULL at the thread's end. */
static struct phases *phases_here(void)
{
	struct thread *t = thread_state();
	return t ? thread_room(t, sizeof(struct phases)) : NULL;
}

void phase_certain(uint64_t event)
{
	struct phases *p = phases_here();
	if (p)
		p->certain = event;
}

/* The same for all that one block starts. */
static uint64_t group_here(const struct phases *p, struct thread *t)
{
	const struct frame *f = thread_handler(t);
	if (f->event ? f->event != p->certain : t->depth > 1)
		return 0;
	return (f->event + 1) * 0x9e3779b97f4a7c15u + f->loops + 1;
}

static struct member *member_of(struct phases *p, const void *handle)
{
	for (int i = 0; p && i < p->used; i++)
		if (p->members[i].handle == handle)
			return &p->members[i];
	return NULL;
}

static struct member *free_member(struct phases *p)
{
	struct member *m = member_of(p, NULL);
	return m || p->used == MEMBERS ? m : &p->members[p->used++];
}

void phase_left(const void *handle)
{
	struct member *m = member_of(phases_here(), handle);
	if (m)
		m->handle = NULL;
}

void phase_joined(const void *handle, enum phase phase, struct thread *t)
{
	struct phases *p = phases_here();
	uint64_t group = p ? group_here(p, t) : 0;
	phase_left(handle);
	struct member *m = group ? free_member(p) : NULL;
	if (m)
		*m = (struct member){ handle, group, 0, 0, phase };
}

/* Does a later callback, which comes before that of `m` in any case, come after the
 * last one of `x`? Then that one needs no telling. */
static bool is_told(const struct phases *p, const struct member *x, const struct member *m)
{
	for (int i = 0; i < p->used; i++) {
		const struct member *z = &p->members[i];
		if (z->handle && z->group == m->group && z->phase != x->phase && z->turn > x->turn &&
		    (z == m || z->phase != m->phase))
			return true;
	}
	return false;
}

void phase_begins(const void *handle, const struct scope *s, uint64_t event)
{
	struct phases *p = s->t ? phases_here() : NULL;
	const struct member *m = member_of(p, handle);
	if (p)
		p->certain = event;
	for (int i = 0; m && i < p->used; i++) {
		const struct member *x = &p->members[i];
		if (x->handle && x->group == m->group && x->phase != m->phase && x->last && !is_told(p, x, m))
			emit_join(x->last);
	}
}

void phase_ends(const void *handle, uint64_t event)
{
	struct phases *p = phases_here();
	struct member *m = member_of(p, handle);
	if (m) {
		m->last = event;
		m->turn = ++p->turns;
	}
}
