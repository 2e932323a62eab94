/* pool_tasks.c: see pool_tasks.h. */
#include <loopcore/pool_tasks.h>

#include <loopcore/steer.h>

#include <errno.h>

/* Of a part no more than which task it belongs to: its first part says the rest. */
static uint64_t announce(uint64_t task, enum pool_task_as as, const struct label *l, struct thread *t, const char *class_name,
			 const char *what)
{
	uint64_t event = emit_id();
	emit_enq(event, SPARSE_ENV, 0, -1,
		 &(struct detail){ .label = l->text, .type = "task", .class_name = class_name, .name = what, .thread = t->title,
				   .part = as >= POOL_TASK_FIRST_PART ? (const void *)(uintptr_t)(task ? task : event) : NULL });
	return event;
}

struct giving {
	enum pool_task_as as;
	uint64_t event, label;
	struct pool_task dropped; /* its events are over */
};

/* More of its parts wait than have room: such a part is no event. */
static void add_part(struct pool_task *k, struct giving *g)
{
	if (k->runs < POOL_TASK_PARTS)
		k->events[k->runs] = g->event;
	else
		g->dropped.events[0] = g->event;
	k->runs++;
}

static bool give(void *record, bool found, void *arg)
{
	struct pool_task *k = record;
	struct giving *g = arg;
	if (found && g->as == POOL_TASK_PART) {
		add_part(k, g);
	} else if (found && g->as == POOL_TASK_AGAIN) {
		g->dropped = *k;
		g->dropped.events[1] = g->event;
		*k = (struct pool_task){ .runs = k->runs + 1 };
	} else {
		if (found)
			g->dropped = *k;
		*k = (struct pool_task){ .task = g->event, .label = g->label, .events = { g->event }, .runs = 1 };
	}
	return true;
}

static void drop_all(const struct pool_task *k)
{
	for (unsigned i = 0; i < POOL_TASK_PARTS; i++)
		if (k->events[i])
			emit_drop(k->events[i]);
}

bool pool_task_given(struct table *tasks, uint64_t key, enum pool_task_as as, struct thread *t, const char *class_name,
		     const char *what, const void *stack)
{
	struct scope s SCOPED = { NULL, 0 };
	struct pool_task known = { 0 };
	char stem[STEM];
	struct label l = { .hash = 0 };
	nest_need_handler(&s, t, "callback", stack);
	if (as != POOL_TASK_PART || !table_get(tasks, key, &known)) {
		label_cause(stem, t, "task");
		label_firing(&l, stem, 1);
	}
	struct giving g = { .as = as, .event = announce(known.task, as, &l, t, class_name, what), .label = l.hash };
	bool given = table_update(tasks, key, give, &g);
	if (given)
		drop_all(&g.dropped);
	else
		emit_drop(g.event);
	return given;
}

struct taking {
	struct pool_run run;
	bool part, last;
};

static bool refuse(void *record, bool found, void *arg)
{
	struct pool_task *k = record;
	struct taking *r = arg;
	if (!found || !k->runs)
		return found;
	if (--k->runs < POOL_TASK_PARTS) {
		r->run.event = k->events[k->runs];
		k->events[k->runs] = 0;
	}
	r->last = !k->runs;
	return k->runs || k->under_way;
}

bool pool_task_refused(struct table *tasks, uint64_t key)
{
	struct taking r = { .last = false };
	table_update(tasks, key, refuse, &r);
	if (r.run.event)
		emit_drop(r.run.event);
	return r.last;
}

static bool take_run(void *record, bool found, void *arg)
{
	struct pool_task *k = record;
	struct taking *r = arg;
	if (!found || !k->runs)
		return found;
	r->run = (struct pool_run){ k->events[0], k->label, k->task };
	for (unsigned i = 1; i < POOL_TASK_PARTS; i++)
		k->events[i - 1] = k->events[i];
	k->events[POOL_TASK_PARTS - 1] = 0;
	k->under_way += r->part;
	r->last = !--k->runs;
	return k->runs || k->under_way;
}

bool pool_task_comes(struct table *tasks, uint64_t key, bool part, struct pool_run *k)
{
	struct taking r = { .part = part, .last = true };
	table_update(tasks, key, take_run, &r);
	*k = r.run;
	return r.last;
}

static bool end_part(void *record, bool found, void *arg)
{
	struct pool_task *k = record;
	const struct pool_run *run = arg;
	if (found && k->task == run->task && k->under_way)
		k->under_way--;
	return found && (k->runs || k->under_way);
}

void pool_task_over(struct table *tasks, uint64_t key, const struct pool_run *k)
{
	struct pool_run run = *k;
	table_update(tasks, key, end_part, &run);
}

void pool_task_begins(const struct pool_run *k, struct scope *s, const void *stack)
{
	int saved = errno;
	struct thread *t = k->event || k->label ? nest_thread(stack) : NULL;
	struct label l = { .hash = k->label, .context = k->label };
	bool call = !t || t->is_main || t->depth > 1;
	if (!call)
		steer_stalls(k->label); /* a part without an event, too */
	if (k->event && call) {
		emit_drop(k->event);
	} else if (k->event) {
		emit_deq(k->event, SPARSE_ENV, NULL);
		nest_handler(s, t, k->event, &l, stack);
	}
	errno = saved;
}
