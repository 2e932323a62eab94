/* pool_tasks.c: see pool_tasks.h. */
#include <loopcore/pool_tasks.h>

#include <loopcore/steer.h>

#include <errno.h>

static void announce(struct pool_task *k, struct thread *t, const char *class_name, const char *what, const void *stack)
{
	struct scope s SCOPED = { NULL, 0 };
	char stem[STEM];
	struct label l;
	nest_need_handler(&s, t, "callback", stack);
	label_cause(stem, t, "task");
	label_firing(&l, stem, 1);
	*k = (struct pool_task){ emit_id(), l.hash, 1 };
	emit_enq(k->event, SPARSE_ENV, 0, -1,
		 &(struct detail){ .label = l.text, .type = "task", .class_name = class_name, .name = what, .thread = t->title });
}

struct giving {
	struct pool_task now, before;
	bool same;
};

static bool give(void *record, bool found, void *arg)
{
	struct pool_task *k = record;
	struct giving *g = arg;
	g->same = g->same && found;
	g->before = *k;
	*k = g->same ? (struct pool_task){ 0, 0, k->runs + 1 } : g->now;
	return true;
}

bool pool_task_given(struct table *tasks, uint64_t key, bool same, struct thread *t, const char *class_name,
		     const char *what, const void *stack)
{
	struct giving g = { .same = same };
	announce(&g.now, t, class_name, what, stack);
	bool given = table_update(tasks, key, give, &g);
	if (!given || g.same)
		emit_drop(g.now.event);
	if (given && g.before.event)
		emit_drop(g.before.event);
	return given;
}

bool pool_task_refused(struct table *tasks, uint64_t key)
{
	struct pool_task k;
	if (!table_take(tasks, key, &k))
		return false;
	if (k.event)
		emit_drop(k.event);
	return true;
}

static bool take_run(void *record, bool found, void *arg)
{
	struct pool_task *k = record, *run = arg;
	*run = *k;
	return found && --k->runs > 0;
}

bool pool_task_comes(struct table *tasks, uint64_t key, struct pool_task *k)
{
	*k = (struct pool_task){ 0, 0, 0 };
	table_update(tasks, key, take_run, k);
	return k->runs <= 1;
}

void pool_task_begins(const struct pool_task *k, struct scope *s, const void *stack)
{
	int saved = errno;
	struct thread *t = k->event ? nest_thread(stack) : NULL;
	struct label l = { .hash = k->label, .context = k->label };
	if (k->event && (!t || t->is_main || t->depth > 1)) {
		emit_drop(k->event); /* a call */
	} else if (k->event) {
		steer_stalls(k->label);
		emit_deq(k->event, SPARSE_ENV, NULL);
		nest_handler(s, t, k->event, &l, stack);
	}
	errno = saved;
}
