/* nest.c: opening and closing frames. */
#include <loopcore/nest.h>

#include <loopcore/arena.h>
#include <loopcore/steer.h>
#include <loopcore/unseen.h>

#include <sparserec/stock.h>

static struct table running; /* loop -> its run, until it has ended */

bool nest_init(void)
{
	return table_init(&running, sizeof(uint64_t), 1 << 14);
}

/* Each reset of a loop that runs is recorded: one that comes too late in this run
 * may be the one that counts in another. */
void nest_reset(const void *loop)
{
	uint64_t run;
	if (table_get(&running, (uintptr_t)loop, &run))
		emit_reset(run);
}

static bool run_is(const void *record, const void *run)
{
	return *(const uint64_t *)record == *(const uint64_t *)run;
}

static void close_loop(const struct frame *f)
{
	uint64_t forgotten;
	if (f->form == LOOP_DEFAULT) {
		emit_default_loop(false);
	} else if (f->form == LOOP_PAUSE) {
		table_take_if(&running, run_is, &f->run, &forgotten);
		emit_resume(f->event, f->run);
		steer_goal(f[-1].label, STEER_RESUME);
		steer_waits(f[-1].label, 0, 0);
	}
}

static void close_top(struct thread *t)
{
	struct frame f = *thread_top(t);
	if (f.kind == FRAME_HANDLER) {
		emit_end(f.event);
		thread_pop(t);
		steer_event_ended(f.label);
		return;
	}
	close_loop(thread_top(t));
	thread_pop(t);
	if (f.wrapped)
		close_top(t);
}

void scope_close(struct scope *s)
{
	while (s->t && s->t->depth > s->depth)
		close_top(s->t);
}

struct thread *nest_thread(const void *stack)
{
	struct thread *t = thread_state();
	while (t && t->depth > 1 && thread_top_is_stale(t, stack))
		close_top(t);
	return t && t->aside ? NULL : t;
}

void nest_handler(struct scope *s, struct thread *t, uint64_t event, const struct label *l,
		  const void *stack)
{
	*s = (struct scope){ t, t->depth };
	struct frame *f = thread_push(t, FRAME_HANDLER, stack);
	if (!f)
		return;
	f->event = event;
	f->scope = t->scope_level;
	f->label = l->hash;
	f->context = l->context;
	f->noise = l->noise;
	steer_goal(l->hash, STEER_BEGIN);
}

/* The trace form of the loop on top, and its first operation. */
static void begin_loop(struct thread *t, struct frame *f, bool is_default, unsigned how)
{
	f->event = f[-1].event;
	if (f->event == 0 && t->is_main && (is_default || t->looped)) {
		/* After the default loop, start-up code's pseudo-event is over:
		 * loops that main() then spins stand as further default loops. */
		f->form = LOOP_DEFAULT;
		t->looped = true;
		emit_default_loop(true);
		return;
	}
	f->form = LOOP_PAUSE;
	f->run = emit_id();
	if (__sparse_stock_pause && t->is_main)
		__sparse_stock_pause(f->stack, f[-1].stack);
	bool own = f->event == 0 && !t->is_main; /* of the thread's own code: its default loop */
	if (own)
		thread_settle_name(t);
	emit_pause(f->event, f->run, f->what, own && t->title[0] ? t->title : NULL, t->script, t->loop_level + t->scope_level, how);
	steer_goal(f[-1].label, STEER_PAUSE);
	steer_waits(f[-1].label, f->stack, f[-1].stack);
}

void nest_need_handler(struct scope *s, struct thread *t, const char *what, const void *stack)
{
	struct label l;
	*s = (struct scope){ NULL, 0 };
	if (thread_top(t)->kind == FRAME_HANDLER)
		return;
	nest_delivers(t);
	uint64_t event = emit_id();
	label_env(&l, t, what, NULL);
	emit_deq(event, SPARSE_ENV, &(struct detail){ .label = l.text, .type = what });
	nest_handler(s, t, event, &l, stack);
}

void nest_loop(struct scope *s, struct thread *t, const void *loop, bool is_default,
	       unsigned how, const char *what, const void *stack)
{
	struct scope wrap;
	unseen_recorded();
	*s = (struct scope){ t, t->depth };
	nest_need_handler(&wrap, t, what, stack);
	struct frame *f = thread_push(t, FRAME_LOOP, stack);
	if (!f)
		return;
	f->what = what;
	f->wrapped = wrap.t != NULL;
	f[-1].loops++;
	begin_loop(t, f, is_default, how);
	if (loop && f->form == LOOP_PAUSE)
		table_put(&running, (uintptr_t)loop, &f->run);
}

void nest_flush(struct scope *s, struct thread *t, const char *what, const void *stack)
{
	*s = (struct scope){ t, t->depth };
	struct frame *f = thread_push(t, FRAME_FLUSH, stack);
	if (!f)
		return;
	f->what = what;
	f->form = LOOP_LATER;
	f->event = f[-1].event;
}

void nest_delivers(struct thread *t)
{
	struct frame *f = thread_top(t);
	if (f->kind == FRAME_FLUSH && f->form == LOOP_LATER)
		begin_loop(t, f, false, LOOP_FLUSHES);
}
