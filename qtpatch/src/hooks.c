/* hooks.c: one function per hook point, in the order of the table at the end.
 *
 * The frame rule: an event that is delivered while a loop or a flush is on top
 * was in a queue (if it is pending, or its timer is known) or came from the
 * environment; delivered while a handler is on top, it is a synchronous call
 * and no operation.
 */
#include "hooks.h"

#include "elfsym.h"
#include "entry.h"
#include "nest.h"
#include "qtabi.h"
#include "steer.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The ways back, filled in as the hooks are placed. */
static struct {
	steer_post_fn *post_event;
	void (*destroy_event)(void *event);
	bool (*notify)(void *receiver, void *event);
	int (*exec)(void *loop, int flags);
	void (*exit)(void *loop, int code);
	bool (*loop_process)(void *loop, int flags);
	void (*loop_process_for)(void *loop, int flags, int ms);
	void (*app_process)(int flags);
	void (*app_process_for)(int flags, int ms);
	bool (*unix_process)(void *dispatcher, int flags);
	bool (*glib_process)(void *dispatcher, int flags);
	int (*app_exec)(void);
	void (*send_posted)(void *receiver, int type, void *data);
	void (*remove_posted)(void *receiver, int type);
	int (*register_timer)(void *dispatcher, int ms, int type, void *object);
	bool (*unregister_timer)(void *list, int id);
	bool (*unregister_timers)(void *list, void *object);
	void (*window_system_event)(void *event);
} qt;

#define HERE __builtin_frame_address(0)

/* Qt counts loops and notifications; deferred deletes depend on both. */
static int deferred_level(const struct thread *t, const void *receiver)
{
	int scope = t->scope_level == 0 && t->loop_level != 0 ? 1 : t->scope_level;
	return qt_lives_here(receiver) ? t->loop_level + scope : 0;
}

static void post(struct thread *t, void *receiver, void *event, int prio)
{
	struct label l;
	char name[QT_NAME], buffer[16];
	int type = qt_event_type(event);
	bool deferred = type == QT_DEFERRED_DELETE;
	label_posted(&l, t, receiver, type);
	struct pending p = { emit_id(), l.hash, l.context, l.noise };
	qt_object_name(receiver, name);
	emit_enq(p.id, deferred ? SPARSE_DEFERRED : SPARSE_POSTED, prio,
		 deferred ? deferred_level(t, receiver) : -1,
		 &(struct detail){ .label = l.text, .type = qt_type_name(type, buffer),
				   .class_name = qt_class(receiver), .name = name });
	if (steer_post(receiver, event, prio, type, &l, &p))
		return;
	pending_put(event, &p);
	qt.post_event(receiver, event, prio);
}

static void on_post_event(void *receiver, void *event, int prio)
{
	int saved = errno;
	struct thread *t = receiver && event ? nest_thread(HERE) : NULL;
	struct scope s SCOPED = { NULL, 0 };
	if (t)
		nest_need_handler(&s, t, "callback", HERE);
	errno = saved;
	if (t)
		post(t, receiver, event, prio);
	else
		qt.post_event(receiver, event, prio);
}

static void on_destroy_event(void *event)
{
	struct pending p;
	if (pending_take(event, &p)) {
		emit_drop(p.id);
		steer_event_dropped(p.label);
	}
	qt.destroy_event(event);
}

static void deliver_posted(struct scope *s, struct thread *t, const struct pending *p,
			   const void *stack)
{
	struct label l = { .hash = p->label, .context = p->context, .noise = p->noise };
	emit_deq(p->id, SPARSE_POSTED, NULL);
	nest_handler(s, t, p->id, &l, stack);
}

static void deliver_env(struct scope *s, struct thread *t, const void *receiver, int type,
			const void *stack)
{
	struct label l;
	char buffer[16], name[QT_NAME];
	const char *text = qt_type_name(type, buffer);
	bool socket = type == QT_SOCKET_ACT || type == QT_SOCKET_CLOSE;
	uint64_t id = emit_id();
	label_env(&l, t, receiver, text);
	qt_object_name(receiver, name);
	enum sparse_kind kind = socket ? SPARSE_SOCKET : type == QT_TIMER ? SPARSE_TIMER : SPARSE_ENV;
	emit_deq(id, kind,
		 &(struct detail){ .label = l.text, .type = text,
				   .class_name = qt_class(receiver), .name = name });
	nest_handler(s, t, id, &l, stack);
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
	if (is_timer && steer_timer(&timer, timer.label))
		return false;
	nest_delivers(t);
	if (is_posted) {
		deliver_posted(s, t, &p, stack);
	} else if (is_timer) {
		uint64_t id = timer.event;
		timer_fires(&timer, &l);
		nest_handler(s, t, id, &l, stack);
	} else {
		deliver_env(s, t, receiver, type, stack);
	}
	return true;
}

static void leave_notify(struct thread **t)
{
	if (*t)
		(*t)->scope_level--;
}

static bool on_notify(void *receiver, void *event)
{
	int saved = errno;
	struct thread *t = receiver && event ? nest_thread(HERE) : NULL;
	struct thread *counted __attribute__((cleanup(leave_notify))) = t;
	struct scope s SCOPED = { NULL, 0 };
	if (t) {
		t->scope_level++;
		if (thread_top(t)->kind != FRAME_HANDLER && !deliver(&s, t, receiver, event, HERE))
			return false;
	}
	errno = saved;
	return qt.notify(receiver, event);
}

/* "QMenu::exec" of "_ZN5QMenu4execE…"; the name itself where it is no such. */
static const char *readable(const char *mangled, char text[64])
{
	unsigned n = 0;
	const char *s = mangled;
	if (strncmp(s, "_ZN", 3) != 0)
		return mangled;
	for (s += 3 + (s[3] == 'K'); *s >= '1' && *s <= '9';) {
		unsigned length = 0;
		for (; *s >= '0' && *s <= '9'; s++)
			length = length * 10 + (unsigned)(*s - '0');
		if (length > 48 || n + length + 3 > 64 || strnlen(s, length) < length)
			return mangled;
		if (n)
			text[n++] = ':', text[n++] = ':';
		memcpy(text + n, s, length);
		n += length;
		s += length;
	}
	text[n] = 0;
	return n ? text : mangled;
}

/* Who spins this loop: the exported function that called exec, if it is Qt's. */
static const char *spinner(const void *caller, char text[64])
{
	Dl_info info;
	if (dladdr(caller, &info) && info.dli_sname && info.dli_fname &&
	    strstr(info.dli_fname, "/libQt"))
		return readable(info.dli_sname, text);
	return "QEventLoop::exec";
}

static void leave_exec(struct thread **t)
{
	if (!*t)
		return;
	(*t)->loop_level--;
}

static int on_exec(void *loop, int flags)
{
	char text[64];
	int saved = errno, code;
	struct thread *t = nest_thread(HERE);
	struct thread *counted __attribute__((cleanup(leave_exec))) = t;
	bool is_default = t && t->app_exec && t->depth == 1;
	if (t) {
		struct scope s SCOPED = { NULL, 0 };
		t->loop_level++;
		steer_loop(false);
		nest_loop(&s, t, loop, is_default,
			  spinner(__builtin_return_address(0), text), HERE);
		errno = saved;
		code = qt.exec(loop, flags);
	} else {
		code = qt.exec(loop, flags);
	}
	if (is_default)
		steer_loop(true);
	return code;
}

static void on_exit(void *loop, int code)
{
	nest_reset(loop);
	qt.exit(loop, code);
}

/* A loop of processEvents, unless it is the turning of one that is open. */
static void enter_process(struct scope *s, const char *what, const void *stack)
{
	int saved = errno;
	struct thread *t = nest_thread(stack);
	if (t && thread_top(t)->kind == FRAME_HANDLER) {
		steer_loop(false);
		nest_loop(s, t, NULL, false, what, stack);
	}
	errno = saved;
}

static bool on_loop_process(void *loop, int flags)
{
	struct scope s SCOPED = { NULL, 0 };
	enter_process(&s, "QEventLoop::processEvents", HERE);
	return qt.loop_process(loop, flags);
}

static void on_loop_process_for(void *loop, int flags, int ms)
{
	struct scope s SCOPED = { NULL, 0 };
	enter_process(&s, "QEventLoop::processEvents", HERE);
	qt.loop_process_for(loop, flags, ms);
}

static void on_app_process(int flags)
{
	struct scope s SCOPED = { NULL, 0 };
	enter_process(&s, "QCoreApplication::processEvents", HERE);
	qt.app_process(flags);
}

static void on_app_process_for(int flags, int ms)
{
	struct scope s SCOPED = { NULL, 0 };
	enter_process(&s, "QCoreApplication::processEvents", HERE);
	qt.app_process_for(flags, ms);
}

static bool on_unix_process(void *dispatcher, int flags)
{
	struct scope s SCOPED = { NULL, 0 };
	enter_process(&s, "QAbstractEventDispatcher::processEvents", HERE);
	return qt.unix_process(dispatcher, flags);
}

static bool on_glib_process(void *dispatcher, int flags)
{
	struct scope s SCOPED = { NULL, 0 };
	enter_process(&s, "QAbstractEventDispatcher::processEvents", HERE);
	return qt.glib_process(dispatcher, flags);
}

static void leave_app_exec(struct thread **t)
{
	if (*t)
		(*t)->app_exec--;
}

static int on_app_exec(void)
{
	struct thread *t __attribute__((cleanup(leave_app_exec))) = nest_thread(HERE);
	if (t)
		t->app_exec++;
	return qt.app_exec();
}

static void on_send_posted(void *receiver, int type, void *data)
{
	int saved = errno;
	struct thread *t = nest_thread(HERE);
	struct scope s SCOPED = { NULL, 0 };
	if (t && thread_top(t)->kind == FRAME_HANDLER) {
		steer_flushed(receiver, type);
		nest_flush(&s, t, "QCoreApplication::sendPostedEvents", HERE);
	}
	errno = saved;
	qt.send_posted(receiver, type, data);
}

static void on_remove_posted(void *receiver, int type)
{
	steer_removed(receiver, type);
	qt.remove_posted(receiver, type);
}

static int on_register_timer(void *dispatcher, int ms, int type, void *object)
{
	int id = qt.register_timer(dispatcher, ms, type, object);
	int saved = errno;
	struct thread *t = id > 0 && object ? nest_thread(HERE) : NULL;
	struct scope s SCOPED = { NULL, 0 };
	if (t) {
		nest_need_handler(&s, t, "callback", HERE);
		timer_armed(t, id, ms, type, object);
	}
	errno = saved;
	return id;
}

static bool on_unregister_timer(void *list, int id)
{
	timer_killed(id);
	return qt.unregister_timer(list, id);
}

static bool on_unregister_timers(void *list, void *object)
{
	timers_killed(object);
	return qt.unregister_timers(list, object);
}

/* One click is one event, however many deliveries it takes. */
static void enter_input(struct scope *s, struct thread *t, const void *event, const void *stack)
{
	struct label l;
	char buffer[16];
	int type = qt_input_type(event);
	uint64_t id = emit_id();
	nest_delivers(t);
	label_input(&l, t, type);
	emit_deq(id, SPARSE_INPUT,
		 &(struct detail){ .label = l.text, .type = qt_input_name(type, buffer) });
	nest_handler(s, t, id, &l, stack);
}

static void on_window_system_event(void *event)
{
	int saved = errno;
	struct thread *t = event ? nest_thread(HERE) : NULL;
	struct scope s SCOPED = { NULL, 0 };
	if (t && thread_top(t)->kind != FRAME_HANDLER)
		enter_input(&s, t, event, HERE);
	errno = saved;
	qt.window_system_event(event);
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
	if (previous_add)
		previous_add(object);
}

static void on_remove_object(void *object)
{
	steer_object_gone(object);
	label_object_gone(object);
	if (previous_remove)
		previous_remove(object);
}

static void chain_object_hooks(const struct object *core)
{
	uintptr_t *data = object_symbol(core, "qtHookData", NULL);
	if (!data || data[HOOK_DATA_SIZE] <= REMOVE_OBJECT)
		return;
	previous_add = (object_hook *)data[ADD_OBJECT];
	previous_remove = (object_hook *)data[REMOVE_OBJECT];
	data[ADD_OBJECT] = (uintptr_t)on_add_object;
	data[REMOVE_OBJECT] = (uintptr_t)on_remove_object;
}

enum library { CORE, GUI, LIBRARIES };

static struct hook {
	const char *name, *symbol;
	enum library library;
	bool optional; /* absent in some versions, not missed */
	void *ours;
	void **original;
	struct entry entry;
	bool prepared, placed;
} hooks[] = {
#define HOOK(library, name, symbol, ours, original) \
	{ name, symbol, library, false, (void *)(ours), (void **)&qt.original, { 0 }, false, false }
#define OPTION(library, name, symbol, ours, original) \
	{ name, symbol, library, true, (void *)(ours), (void **)&qt.original, { 0 }, false, false }
	HOOK(CORE, "QCoreApplication::postEvent",
	     "_ZN16QCoreApplication9postEventEP7QObjectP6QEventi", on_post_event, post_event),
	HOOK(CORE, "QEvent::~QEvent", "_ZN6QEventD1Ev", on_destroy_event, destroy_event),
	HOOK(CORE, "QCoreApplication::notifyInternal2",
	     "_ZN16QCoreApplication15notifyInternal2EP7QObjectP6QEvent", on_notify, notify),
	HOOK(CORE, "QEventLoop::exec",
	     "_ZN10QEventLoop4execE6QFlagsINS_17ProcessEventsFlagEE", on_exec, exec),
	HOOK(CORE, "QEventLoop::exit", "_ZN10QEventLoop4exitEi", on_exit, exit),
	HOOK(CORE, "QEventLoop::processEvents",
	     "_ZN10QEventLoop13processEventsE6QFlagsINS_17ProcessEventsFlagEE",
	     on_loop_process, loop_process),
	HOOK(CORE, "QEventLoop::processEvents(int)",
	     "_ZN10QEventLoop13processEventsE6QFlagsINS_17ProcessEventsFlagEEi",
	     on_loop_process_for, loop_process_for),
	HOOK(CORE, "QCoreApplication::processEvents",
	     "_ZN16QCoreApplication13processEventsE6QFlagsIN10QEventLoop17ProcessEventsFlagEE",
	     on_app_process, app_process),
	HOOK(CORE, "QCoreApplication::processEvents(int)",
	     "_ZN16QCoreApplication13processEventsE6QFlagsIN10QEventLoop17ProcessEventsFlagEEi",
	     on_app_process_for, app_process_for),
	HOOK(CORE, "QEventDispatcherUNIX::processEvents",
	     "_ZN20QEventDispatcherUNIX13processEventsE6QFlagsIN10QEventLoop17ProcessEventsFlagEE",
	     on_unix_process, unix_process),
	OPTION(CORE, "QEventDispatcherGlib::processEvents",
	       "_ZN20QEventDispatcherGlib13processEventsE6QFlagsIN10QEventLoop17ProcessEventsFlagEE",
	       on_glib_process, glib_process),
	HOOK(CORE, "QCoreApplication::exec", "_ZN16QCoreApplication4execEv", on_app_exec, app_exec),
	HOOK(CORE, "QCoreApplicationPrivate::sendPostedEvents",
	     "_ZN23QCoreApplicationPrivate16sendPostedEventsEP7QObjectiP11QThreadData",
	     on_send_posted, send_posted),
	HOOK(CORE, "QCoreApplication::removePostedEvents",
	     "_ZN16QCoreApplication18removePostedEventsEP7QObjecti", on_remove_posted, remove_posted),
	HOOK(CORE, "QAbstractEventDispatcher::registerTimer",
	     "_ZN24QAbstractEventDispatcher13registerTimerEiN2Qt9TimerTypeEP7QObject",
	     on_register_timer, register_timer),
	HOOK(CORE, "QTimerInfoList::unregisterTimer", "_ZN14QTimerInfoList15unregisterTimerEi",
	     on_unregister_timer, unregister_timer),
	HOOK(CORE, "QTimerInfoList::unregisterTimers",
	     "_ZN14QTimerInfoList16unregisterTimersEP7QObject", on_unregister_timers,
	     unregister_timers),
	HOOK(GUI, "QGuiApplicationPrivate::processWindowSystemEvent",
	     "_ZN22QGuiApplicationPrivate24processWindowSystemEventEPN29QWindowSystemInterfacePrivate17WindowSystemEventE",
	     on_window_system_event, window_system_event),
};

enum { HOOKS = sizeof(hooks) / sizeof(*hooks) };

static bool loaded[LIBRARIES];
static const char *const prefixes[LIBRARIES][2] = {
	{ "libQt5Core.so", "libQt6Core.so" }, { "libQt5Gui.so", "libQt6Gui.so" },
};

static void prepare(struct island *is, const struct object *o, struct hook *h)
{
	size_t size = 0;
	void *function = object_symbol(o, h->symbol, &size);
	if (!function)
		return;
	h->prepared = entry_prepare(is, &h->entry, function, size, h->ours);
	if (h->prepared)
		*h->original = h->entry.original;
}

static bool install(enum library library, const struct object *o)
{
	struct island is;
	const char *why = NULL;
	if (!island_open(&is, o->start, o->end))
		why = "no memory near the library";
	for (int i = 0; i < HOOKS && !why; i++)
		if (hooks[i].library == library)
			prepare(&is, o, &hooks[i]);
	if (!why && !island_seal(&is))
		why = "the system forbids to add code";
	for (int i = 0; i < HOOKS; i++) {
		struct hook *h = &hooks[i];
		if (h->library != library)
			continue;
		if (why)
			h->entry.refused = why;
		else if (h->prepared)
			h->placed = entry_switch(&h->entry);
	}
	return !why;
}

static bool find(int library, struct object *o)
{
	return object_find(prefixes[library][0], o) || object_find(prefixes[library][1], o);
}

bool hooks_qt_is_loaded(void)
{
	struct object o;
	return find(CORE, &o);
}

bool hooks_install(void)
{
	bool any = false;
	for (int i = 0; i < LIBRARIES; i++) {
		struct object o;
		if (loaded[i] || (i == GUI && !loaded[CORE]) || !find(i, &o))
			continue;
		if (i == CORE && !qtabi_init(&o))
			continue;
		loaded[i] = true;
		any |= install((enum library)i, &o);
		if (i == CORE) {
			steer_use(qt.post_event);
			chain_object_hooks(&o);
		}
	}
	return any;
}

void hooks_report(void)
{
	for (int i = 0; i < HOOKS; i++) {
		const struct hook *h = &hooks[i];
		if (h->placed)
			fprintf(stderr, "%s in place\n", h->name);
		else if (!loaded[h->library])
			fprintf(stderr, "%s waits: %s is not loaded\n", h->name,
				prefixes[h->library][0]);
		else if (h->entry.refused)
			fprintf(stderr, "%s refused: %s\n", h->name, h->entry.refused);
		else if (!h->optional)
			fprintf(stderr, "%s missing\n", h->name);
	}
}
