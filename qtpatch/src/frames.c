/* frames.c: what a thread of its own draws of a window of Qt Quick, frame by frame, and the conditions
 * by which the main thread waits for it.
 *
 * Qt's threaded render loop has the main thread wait while the window's thread takes over what is to be
 * drawn, and draws it when the main thread goes on. Drawing is an event (`frame`): enqueued as the scene
 * has been taken over, its handler is what draws. Rules:
 *   - Where the main thread draws, or an application's own thread by QQuickRenderControl in a handler,
 *     nothing is an event.
 *   - A frame that is drawn of a scene that was drawn before is enqueued as it begins; a scene that
 *     is taken over again before it was drawn has no frame.
 *   - All frames of a thread have one label: how many there are depends on how fast it draws.
 *   - Who is woken from a condition comes after what the task has done that woke it. It is said (`Done`) only
 *     where the main thread waits for that condition, and looked at (`Over`) where it was woken.
 */
#include "frames.h"

#include <loopcore/text.h>
#include <loopcore/waited.h>

#include <sparserec/steering.h>

#include "points.h"

#include <errno.h>

static __thread uint64_t taken_over __attribute__((tls_model("initial-exec"))); /* the event; 0 = none */

static void frame_label(struct label *l, struct thread *t)
{
	struct text text = text_in(l->text, LABEL);
	thread_settle_name(t);
	text_add(&text, "frame");
	text_add(&text, steering_label_in);
	text_hex(&text, t->name, 16);
	l->hash = l->context = label_hash(l->text);
	l->noise = false;
}

/* NULL: it is no frame that a thread of its own draws. */
static struct thread *draws(const void *stack)
{
	struct thread *t = thread_main_is_known() ? nest_thread(stack) : NULL;
	return t && !t->is_main && t->depth == 1 ? t : NULL;
}

static uint64_t frame_announce(struct thread *t, const struct label *l)
{
	uint64_t event = emit_id();
	emit_enq(event, SPARSE_ENV, 0, -1, &(struct detail){ .label = l->text, .type = "frame", .class_name = "QQuickWindow", .thread = t->title });
	return event;
}

static void scene_is_taken_over(const void *stack)
{
	int saved = errno;
	struct label l;
	struct thread *t = draws(stack);
	if (t) {
		frame_label(&l, t);
		if (taken_over)
			emit_drop(taken_over);
		taken_over = frame_announce(t, &l);
	}
	errno = saved;
}

static void frame_begins(struct scope *s, const void *stack)
{
	int saved = errno;
	struct label l;
	struct thread *t = draws(stack);
	if (t) {
		frame_label(&l, t);
		uint64_t event = taken_over ? taken_over : frame_announce(t, &l);
		taken_over = 0;
		steer_stalls_frame(l.hash);
		emit_deq(event, SPARSE_ENV, NULL);
		nest_handler(s, t, event, &l, stack);
	}
	errno = saved;
}

void on_sync_scene_graph(void *window_private)
{
	qt.sync_scene_graph(window_private);
	scene_is_taken_over(HERE);
}

void on_render_scene_graph(void *window_private, const void *size, const void *surface_size)
{
	struct scope s SCOPED = { NULL, 0 };
	frame_begins(&s, HERE);
	qt.render_scene_graph(window_private, size, surface_size);
}

bool on_condition_wait(void *condition, void *mutex, unsigned long ms)
{
	const void *outer = wait_begins(condition);
	bool woken = qt.condition_wait(condition, mutex, ms);
	wait_ends(HERE, condition, outer);
	return woken;
}

bool on_condition_wait_until(void *condition, void *mutex, int64_t time, int64_t type_and_rest)
{
	const void *outer = wait_begins(condition);
	bool woken = qt.condition_wait_until(condition, mutex, time, type_and_rest);
	wait_ends(HERE, condition, outer);
	return woken;
}

void on_condition_wake_one(void *condition)
{
	wakes(HERE, condition);
	qt.condition_wake_one(condition);
}

void on_condition_wake_all(void *condition)
{
	wakes(HERE, condition);
	qt.condition_wake_all(condition);
}
