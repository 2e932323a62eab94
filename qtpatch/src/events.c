/* events.c: hooks on what puts events into queues, delivers and removes them.
 *
 * The frame rule: an event that is delivered while a loop or a flush is on top
 * was in a queue (if it is pending, or its timer is known) or came from the
 * environment; delivered while a handler is on top, it is a synchronous call
 * and no operation.
 */
#include "points.h"

#include <loopcore/inputs.h>
#include <loopcore/nest.h>
#include <loopcore/text.h>
#include <loopcore/unseen.h>
#include <loopcore/virtual_time.h>

#include "aside.h"
#include "blocking_calls.h"
#include "dbus_calls.h"
#include "environment.h"
#include "held_notifiers.h"
#include "input_helper.h"
#include "qt_label.h"
#include "qml_script.h"
#include "qtabi.h"
#include "single_shot.h"
#include "tasks.h"
#include "timers.h"
#include "weak_pointers.h"

#include <errno.h>

/* Qt counts loops and notifications; deferred deletes depend on both. */
static int deferred_depth(struct thread *t, const void *receiver)
{
	int scope = t->scope_level == 0 && t->loop_level != 0 ? 1 : t->scope_level;
	return qt_lives_here(receiver) ? t->loop_level + scope : 0;
}

/* A delete that was asked for inside a synchronous sendEvent has a deeper level
 * than its handler: a loop that the handler spins itself may deliver it, so
 * nothing may be concluded from its level, and none is given (-1). */
static int deferred_level(struct thread *t, int depth)
{
	return t->scope_level > thread_handler(t)->scope ? -1 : depth;
}

/* What others ask of the program by D-Bus, like a person's input; NULL: nobody did.
 * `wait`: ms since the input before. */
static const struct person_input *called(struct label *l, struct thread *t, char wait[12])
{
	const struct person_input *call = dbus_call_take();
	struct text text = text_in(wait, 12);
	if (!call)
		return NULL;
	if (!inputs_called(l, call->target))
		label_call(l, t, call->target[0] ? call->target : "that cannot be made again");
	text_decimal(&text, inputs_since());
	return call;
}

/* True: a schedule has taken the event; Qt gets it later. */
static bool enqueue(struct thread *t, void *receiver, void *event, int prio)
{
	struct label l;
	char name[QT_NAME], buffer[16], number[12], wait[12], script[QML_SCRIPT];
	int type = qt_event_type(event);
	bool deferred = type == QT_DEFERRED_DELETE;
	const char *reports = task_reports(type);
	int depth = deferred ? deferred_depth(t, receiver) : 0;
	struct text text = text_in(number, sizeof(number));
	qt_object_name(receiver, name);
	const struct label_object about = { receiver, qt_class(receiver), name };
	const char *type_name = reports;
	int named = reports ? ~type : type; /* what is kept of posts is of one name */
	while (!qt_label_posted(&l, t, &about, named, type_name))
		type_name = qt_type_name(type, buffer);
	const struct person_input *call = called(&l, t, wait);
	struct pending p = { .id = emit_id(), .label = l.hash, .context = l.context, .noise = l.noise };
	while (!deferred && !call && !emit_post(p.id, prio, &l, type_name, &about, t->title))
		type_name = qt_type_name(type, buffer);
	if (deferred)
		text_decimal(&text, (unsigned)depth);
	if (deferred || call)
		emit_enq(p.id, deferred ? SPARSE_DEFERRED : SPARSE_POSTED, prio, deferred ? deferred_level(t, depth) : -1,
			 &(struct detail){ .label = l.text, .type = type_name ? type_name : qt_type_name(type, buffer),
					   .class_name = about.class_name, .name = name,
					   .object = receiver, .thread = t->title, .depth = number,
					   .input = call, .wait = wait,
					   .script = deferred ? qml_script(t, HERE, script) : NULL });
	blocking_call_posted(type == QT_META_CALL ? p.id : 0);
	if (steer_post(receiver, event, prio, type, &l, &p))
		return true;
	pending_put(event, &p);
	return false;
}

bool post_begins(struct passage *p, void *receiver, void *event, int prio, const void *stack)
{
	int saved = errno;
	bool taken = false;
	struct thread *t = receiver && event ? nest_thread(stack) : NULL;
	*p = nothing_open;
	if (t) {
		unseen_recorded();
		nest_need_handler(&p->s, t, "callback", stack);
		taken = enqueue(t, receiver, event, prio);
	}
	errno = saved;
	return !taken;
}

void on_post_event(void *receiver, void *event, int prio)
{
	struct passage p PASSAGE;
	if (post_begins(&p, receiver, event, prio, HERE))
		qt.post_event(receiver, event, prio);
}

void event_dies(const void *event)
{
	struct pending p;
	if (pending_take(event, &p)) {
		emit_drop(p.id);
		steer_event_dropped(p.label);
	}
}

void on_destroy_event(void *event)
{
	event_dies(event);
	qt.destroy_event(event);
}

static void deliver_posted(struct scope *s, struct thread *t, const struct pending *p,
			   const void *stack)
{
	struct label l; /* its text is not needed, and too long to be cleared each time */
	l.text[0] = 0;
	l.hash = p->label;
	l.context = p->context;
	l.noise = p->noise;
	emit_deq(p->id, SPARSE_POSTED, NULL);
	nest_handler(s, t, p->id, &l, stack);
}

static bool is_of_socket(int type)
{
	return type == QT_SOCKET_ACT || type == QT_SOCKET_CLOSE;
}

/* False: it has to wait. */
static bool label_of_env(struct label *l, struct thread *t, const void *receiver, int type)
{
	char buffer[16];
	if (is_of_socket(type) && notifier_had(receiver, l))
		return !notifier_waits(receiver, l);
	qt_label_env(l, t, receiver, qt_type_name(type, buffer));
	return !t->is_main || !is_of_socket(type) || !notifier_waits(receiver, l);
}

static void deliver_env(struct scope *s, struct thread *t, const void *receiver, int type,
			const struct label *l, const void *stack)
{
	char buffer[16], name[QT_NAME];
	const char *text = qt_type_name(type, buffer);
	struct surroundings around;
	uint64_t id = emit_id();
	environment_of_socket(&around, receiver);
	qt_object_name(receiver, name);
	enum sparse_kind kind = is_of_socket(type) ? SPARSE_SOCKET : type == QT_TIMER ? SPARSE_TIMER : SPARSE_ENV;
	emit_deq(id, kind,
		 &(struct detail){ .label = l->text, .type = text,
				   .class_name = qt_class(receiver), .name = name,
				   .object = receiver, .needs = around.needs });
	nest_handler(s, t, id, l, stack);
}

/* What a queue or the environment delivers. False: it has to wait. */
static bool deliver(struct scope *s, struct thread *t, const void *receiver, void *event,
		    const void *stack)
{
	struct pending p;
	struct timer timer;
	struct label l;
	int type = qt_event_type(event);
	bool is_posted = pending_take(event, &p);
	bool is_timer = !is_posted && type == QT_TIMER && timer_find(qt_timer_id(event), &timer);
	if (is_timer ? steer_timer(&timer, timer.label) : !is_posted && !label_of_env(&l, t, receiver, type))
		return false;
	if (is_posted && type == QT_DEFERRED_DELETE && thread_top(t)->kind != FRAME_FLUSH)
		steer_passes(receiver, &p);
	nest_delivers(t);
	if (t->is_main)
		virtual_delivers();
	if (is_posted) {
		deliver_posted(s, t, &p, stack);
	} else if (is_timer) {
		uint64_t id = timer.event;
		timer_fires(&timer, &l);
		nest_handler(s, t, id, &l, stack);
	} else {
		deliver_env(s, t, receiver, type, &l, stack);
	}
	return true;
}

bool notify_begins(struct passage *p, void *receiver, void *event, const void *stack)
{
	int saved = errno;
	bool goes_on = true;
	struct thread *t = receiver && event ? nest_thread(stack) : NULL;
	*p = nothing_open;
	if (t && !aside_delivers(p, t, receiver)) {
		unseen_recorded();
		int type = qt_event_type(event);
		weak_learn(receiver);
		if (type == QT_WINDOW_BLOCKED || type == QT_WINDOW_UNBLOCKED)
			environment_blocked(receiver, type == QT_WINDOW_BLOCKED);
		passage_counts(p, &t->scope_level);
		if (thread_top(t)->kind != FRAME_HANDLER)
			goes_on = deliver(&p->s, t, receiver, event, stack);
	}
	errno = saved;
	return goes_on;
}

bool on_notify(void *receiver, void *event)
{
	struct passage p PASSAGE;
	return notify_begins(&p, receiver, event, HERE) && qt.notify(receiver, event);
}

void on_remove_posted(void *receiver, int type)
{
	steer_removed(receiver, type);
	qt.remove_posted(receiver, type);
}

void timer_begins(int id, int64_t ms, int type, const void *object, const void *stack)
{
	int saved = errno;
	struct thread *t = id > 0 && object ? nest_thread(stack) : NULL;
	struct scope s SCOPED = { NULL, 0 };
	if (t) {
		nest_need_handler(&s, t, "callback", stack);
		timer_armed(t, id, ms > INT32_MAX ? INT32_MAX : (int)ms, type, object);
	}
	errno = saved;
}

/* One overload may go on to another one: the outermost is the start of the timer. */
static __thread bool registers __attribute__((tls_model("initial-exec")));

#define REGISTERED(call, ms) \
	bool outer = registers; \
	registers = true; \
	int id = call; \
	registers = outer; \
	if (!outer) \
		timer_begins(id, ms, type, object, HERE); \
	return id

int on_register_timer(void *dispatcher, int ms, int type, void *object)
{
	REGISTERED(qt.register_timer(dispatcher, ms, type, object), ms);
}

int on_register_timer64(void *dispatcher, int64_t ms, int type, void *object)
{
	REGISTERED(qt.register_timer64(dispatcher, ms, type, object), ms);
}

/* Rounded up: Qt's own milliseconds come back as they were. */
static int64_t in_ms(int64_t duration, int64_t unit)
{
	const int64_t ms = 1000000;
	if (unit >= ms)
		return duration > INT32_MAX ? INT32_MAX : duration * (unit / ms);
	return duration / (ms / unit) + (duration % (ms / unit) > 0);
}

int on_register_timer_for(void *dispatcher, int64_t duration, int type, void *object)
{
	REGISTERED(qt.register_timer_for(dispatcher, duration, type, object), in_ms(duration, qt_units.register_timer_for));
}

#define SHOT(call) \
	const void *outer = single_shot_for(receiver); \
	call; \
	single_shot_for(outer)

void on_single_shot(int ms, int type, const void *receiver, const void *member)
{
	SHOT(qt.single_shot(ms, type, receiver, member));
}

void on_single_shot_for(int64_t duration, int type, const void *receiver, const void *member)
{
	SHOT(qt.single_shot_for(duration, type, receiver, member));
}

void on_single_shot_slot(int ms, int type, const void *receiver, void *slot)
{
	SHOT(qt.single_shot_slot(ms, type, receiver, slot));
}

void on_single_shot_slot_for(int64_t duration, int type, const void *receiver, void *slot)
{
	SHOT(qt.single_shot_slot_for(duration, type, receiver, slot));
}

bool on_unregister_timer(void *list, int id)
{
	timer_killed(id);
	return qt.unregister_timer(list, id);
}

bool on_unregister_timers(void *list, void *object)
{
	timers_killed(object);
	return qt.unregister_timers(list, object);
}

/* One click is one event, however many deliveries it takes. */
static void enter_input(struct scope *s, struct thread *t, const void *event, const void *stack)
{
	struct label l;
	struct surroundings around;
	struct person_input in;
	unsigned ms;
	char buffer[16], name[QT_NAME] = "", title[QT_NAME] = "", number[12];
	struct text text = text_in(number, sizeof(number));
	int type = qt_input_type(event);
	uint64_t id = emit_id();
	nest_delivers(t);
	if (t->is_main)
		virtual_delivers();
	bool described = emit_is_recording() && input_helper_describe(event, &in, &ms);
	environment_of_input(&around, event, described ? in.kind : "");
	if (!inputs_delivered(&l, around.window, type))
		qt_label_input(&l, t, type, inputs_are_played());
	if (described)
		text_decimal(&text, ms);
	if (around.window) {
		qt_object_name(around.window, name);
		qt_window_title(around.window, title);
	}
	emit_deq(id, SPARSE_INPUT,
		 &(struct detail){ .label = l.text, .type = qt_input_name(type, buffer),
				   .object = around.window, .name = name, .title = described ? in.title : title,
				   .class_name = around.window ? qt_class(around.window) : NULL,
				   .action = around.action, .needs = around.needs,
				   .arms = around.arms, .input = described ? &in : NULL, .wait = number });
	nest_handler(s, t, id, &l, stack);
}

/* While a recording is played the player has the pointer and the focus. The screen's pointer comes to
 * windows that pop up below it whenever the screen says so, and would change what a menu selects. */
static bool is_of_none(const void *event)
{
	int type = qt_input_type(event);
	if (qt_input_is_pointer(type))
		return inputs_is_stranger(type);
	return inputs_are_played() && input_helper_is_of_none(event);
}

/* A handler that shows a window empties the queue: the input is part of it, and the next may come. */
static void comes_within(const void *event)
{
	struct label l;
	struct qt_input in;
	if (qt_input_read(event, &in))
		inputs_delivered(&l, in.window, qt_input_type(event));
}

void on_window_system_event(void *event)
{
	int saved = errno;
	struct thread *t = event ? nest_thread(HERE) : NULL;
	if (t && is_of_none(event)) {
		errno = saved;
		return;
	}
	struct scope s SCOPED = { NULL, 0 };
	if (t && thread_top(t)->kind != FRAME_HANDLER)
		enter_input(&s, t, event, HERE);
	else if (t && inputs_are_played())
		comes_within(event);
	errno = saved;
	qt.window_system_event(event);
}

static void window_is(const void *window, bool visible, const void *stack)
{
	int saved = errno;
	if (nest_thread(stack))
		environment_window(window, visible, visible && input_helper_grabs(window));
	errno = saved;
}

void on_set_visible(void *window_private, bool visible)
{
	window_is(qt_public_of(window_private), visible, HERE);
	qt.set_visible(window_private, visible);
}

/* The compiler may have the other one inline here, for plain windows. A widget's window
 * asks its widget first. */
void on_window_set_visible(void *window, bool visible)
{
	if (!qt_inherits(window, "QWidgetWindow"))
		window_is(window, visible, HERE);
	qt.window_set_visible(window, visible);
}

void notifier_begins(const void *object, bool enabled, const void *stack)
{
	int saved = errno;
	if (object && nest_thread(stack))
		environment_notifier(object, enabled);
	errno = saved;
}

void on_unix_register(void *dispatcher, void *object)
{
	notifier_begins(object, true, HERE);
	notifiers_are_of(dispatcher, false);
	qt.unix_register(dispatcher, object);
}

void on_unix_unregister(void *dispatcher, void *object)
{
	notifier_begins(object, false, HERE);
	if (!notifier_is_out(object))
		qt.unix_unregister(dispatcher, object);
}

void on_glib_register(void *dispatcher, void *object)
{
	notifier_begins(object, true, HERE);
	notifiers_are_of(dispatcher, true);
	qt.glib_register(dispatcher, object);
}

void on_glib_unregister(void *dispatcher, void *object)
{
	notifier_begins(object, false, HERE);
	if (!notifier_is_out(object))
		qt.glib_unregister(dispatcher, object);
}

/* Qt's own hooks for new and dying objects; what was there before is called, too. */
enum { HOOK_DATA_SIZE = 1, ADD_OBJECT = 3, REMOVE_OBJECT = 4 };
typedef void object_hook(void *object);
static object_hook *previous_add, *previous_remove;

static void on_add_object(void *object)
{
	struct thread *t = nest_thread(HERE);
	if (t)
		label_object_born(t, object);
	single_shot_born(object);
	if (previous_add)
		previous_add(object);
}

/* An object on the stack goes when its function returns, come what may. Its parent
 * must be there then: had it gone before, it would have deleted the child, which no
 * operator new had made. (A child on the heap need not be deleted at all, for
 * whoever keeps it by a QPointer.) */
static void leave_parent(const void *object)
{
	extern void *__libc_stack_end;
	uintptr_t top = (uintptr_t)__libc_stack_end, here = (uintptr_t)&top, at = (uintptr_t)object;
	const void *parent;

	if (here > top || top - here > (uintptr_t)64 << 20 || at < here || at >= top)
		return; /* the first thread's alone: others make no widgets */
	parent = qt_parent(object);
	if (parent)
		emit_use(parent);
}

void on_set_parent(void *object_private, void *parent)
{
	const void *object = qt_public_of(object_private), *before = qt_parent(object);
	qt.set_parent(object_private, parent);
	if (emit_is_recording() && qt_parent(object) != before)
		environment_parent(object, qt_parent(object));
}

static void on_remove_object(void *object)
{
	leave_parent(object);
	steer_object_gone(object);
	label_object_gone(object);
	environment_object_gone(object);
	notifier_is_gone(object);
	single_shot_gone(object);
	if (previous_remove)
		previous_remove(object);
}

void chain_object_hooks(const struct object *core)
{
	uintptr_t *data = object_symbol(core, "qtHookData", NULL);
	if (!data || data[HOOK_DATA_SIZE] <= REMOVE_OBJECT)
		return;
	previous_add = (object_hook *)data[ADD_OBJECT];
	previous_remove = (object_hook *)data[REMOVE_OBJECT];
	data[ADD_OBJECT] = (uintptr_t)on_add_object;
	data[REMOVE_OBJECT] = (uintptr_t)on_remove_object;
}
