/* hooks.c: the table of hook points, and placing them. */
#include "hooks.h"

#include <loopcore/backend.h>
#include <loopcore/entry.h>
#include <loopcore/unseen.h>
#include <loopcore/virtual_time.h>

#include "blocking_calls.h"
#include "dispatcher.h"
#include "frames.h"
#include "held_notifiers.h"
#include "patched.h"
#include "points.h"
#include "qt_sinks.h"
#include "qml_script.h"
#include "qtabi.h"
#include "shortcuts.h"
#include "signature.h"
#include "tasks.h"
#include "test_functions.h"
#include "timer_list.h"
#include "waits.h"
#include "weak_pointers.h"

#include <stdio.h>
#include <string.h>
#include <loopcore/message.h>

struct originals qt;
struct units qt_units;

enum library { CORE, GUI, TEST, QML, QUICK, LIBRARIES };

/* Rows of one name are the overloads of one function: one of them is enough, and the
 * hook functions count what goes through several of them once. */
static struct hook {
	const char *name, *symbol; /* a pattern: signature.h */
	enum library library;
	bool optional; /* absent in some builds, or of use for some schedules only: not missed */
	void *ours;
	void **original;
	int64_t *unit; /* of the duration in the pattern */
	struct entry entry;
	bool prepared, placed, patched;
} hooks[] = {
#define ROW(library, name, symbol, optional, ours, original, unit) \
	{ name, symbol, library, optional, (void *)(ours), (void **)&qt.original, unit, { 0 }, false, false, false }
#define HOOK(library, name, symbol, ours, original) ROW(library, name, symbol, false, ours, original, NULL)
/* Waits of the main thread, which only `convert --tasks` asks for. */
#define WAIT(name, symbol, ours, original) ROW(CORE, name, symbol, true, ours, original, NULL)
#define OPTION(library, name, symbol, ours, original) ROW(library, name, symbol, true, ours, original, NULL)
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
	OPTION(CORE, "QEventLoop::processEvents(QDeadlineTimer)",
	       "_ZN10QEventLoop13processEventsE6QFlagsINS_17ProcessEventsFlagEE14QDeadlineTimer",
	       on_loop_process_until, loop_process_until),
	OPTION(CORE, "QCoreApplication::processEvents(QDeadlineTimer)",
	       "_ZN16QCoreApplication13processEventsE6QFlagsIN10QEventLoop17ProcessEventsFlagEE14QDeadlineTimer",
	       on_app_process_until, app_process_until),
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
	HOOK(CORE, "QAbstractEventDispatcher::registerTimer",
	     "_ZN24QAbstractEventDispatcher13registerTimerExN2Qt9TimerTypeEP7QObject",
	     on_register_timer64, register_timer64),
	ROW(CORE, "QAbstractEventDispatcher::registerTimer",
	    "_ZN24QAbstractEventDispatcher13registerTimerE%dN2Qt9TimerTypeEP7QObject", false,
	    on_register_timer_for, register_timer_for, &qt_units.register_timer_for),
	HOOK(CORE, "QTimer::singleShot", "_ZN6QTimer10singleShotEiN2Qt9TimerTypeEPK7QObjectPKc",
	     on_single_shot, single_shot),
	HOOK(CORE, "QTimer::singleShot", "_ZN6QTimer10singleShotE%dN2Qt9TimerTypeEPK7QObjectPKc",
	     on_single_shot_for, single_shot_for),
	HOOK(CORE, "QTimer::singleShot(slot object)",
	     "_ZN6QTimer14singleShotImplEiN2Qt9TimerTypeEPK7QObjectPN9QtPrivate15QSlotObjectBaseE",
	     on_single_shot_slot, single_shot_slot),
	HOOK(CORE, "QTimer::singleShot(slot object)",
	     "_ZN6QTimer14singleShotImplE%dN2Qt9TimerTypeEPK7QObjectPN9QtPrivate15QSlotObjectBaseE",
	     on_single_shot_slot_for, single_shot_slot_for),
	HOOK(CORE, "QTimerInfoList::unregisterTimer", "_ZN14QTimerInfoList15unregisterTimerEi",
	     on_unregister_timer, unregister_timer),
	HOOK(CORE, "QTimerInfoList::unregisterTimer", "_ZN14QTimerInfoList15unregisterTimerEN2Qt7TimerIdE",
	     on_unregister_timer, unregister_timer),
	HOOK(CORE, "QTimerInfoList::unregisterTimers",
	     "_ZN14QTimerInfoList16unregisterTimersEP7QObject", on_unregister_timers,
	     unregister_timers),
	HOOK(CORE, "QtSharedPointer::ExternalRefCountData::getAndRef",
	     "_ZN15QtSharedPointer20ExternalRefCountData9getAndRefEPK7QObject", on_get_and_ref, get_and_ref),
	HOOK(CORE, "QObject::~QObject", "_ZN7QObjectD2Ev", on_object_dying, object_dying),
	HOOK(CORE, "QObjectPrivate::setParent_helper", "_ZN14QObjectPrivate16setParent_helperEP7QObject",
	     on_set_parent, set_parent),
	HOOK(GUI, "QGuiApplicationPrivate::processWindowSystemEvent",
	     "_ZN22QGuiApplicationPrivate24processWindowSystemEventEPN29QWindowSystemInterfacePrivate17WindowSystemEventE",
	     on_window_system_event, window_system_event),
	HOOK(GUI, "QWindow::setVisible", "_ZN14QWindowPrivate10setVisibleEb", on_set_visible,
	     set_visible),
	HOOK(GUI, "QWindow::setVisible", "_ZN7QWindow10setVisibleEb", on_window_set_visible,
	     window_set_visible),
	OPTION(GUI, "QShortcutMap::addShortcut",
	       "_ZN12QShortcutMap11addShortcutEP7QObjectRK12QKeySequenceN2Qt15ShortcutContextEPFbS1_S6_E", on_add_shortcut,
	       add_shortcut),
	HOOK(CORE, "QEventDispatcherUNIX::registerSocketNotifier",
	     "_ZN20QEventDispatcherUNIX22registerSocketNotifierEP15QSocketNotifier",
	     on_unix_register, unix_register),
	HOOK(CORE, "QEventDispatcherUNIX::unregisterSocketNotifier",
	     "_ZN20QEventDispatcherUNIX24unregisterSocketNotifierEP15QSocketNotifier",
	     on_unix_unregister, unix_unregister),
	OPTION(CORE, "QEventDispatcherGlib::registerSocketNotifier",
	       "_ZN20QEventDispatcherGlib22registerSocketNotifierEP15QSocketNotifier",
	       on_glib_register, glib_register),
	OPTION(CORE, "QTimerInfoList::updateCurrentTime", "_ZN14QTimerInfoList17updateCurrentTimeEv",
	       on_timer_now, timer_now),
	OPTION(CORE, "QTimerInfoList::updateCurrentTime", "_ZNK14QTimerInfoList17updateCurrentTimeEv",
	       on_timer_now, timer_now),
	OPTION(CORE, "QTimerInfoList::timerWait", "_ZN14QTimerInfoList9timerWaitER8timespec",
	       on_timer_wait, timer_wait),
	OPTION(CORE, "QTimerInfoList::timerWait", "_ZN14QTimerInfoList9timerWaitEv",
	       on_timer_wait_for, timer_wait_for),
	OPTION(CORE, "QEventDispatcherGlib::unregisterSocketNotifier",
	       "_ZN20QEventDispatcherGlib24unregisterSocketNotifierEP15QSocketNotifier",
	       on_glib_unregister, glib_unregister),
	OPTION(CORE, "QSemaphore::acquire", "_ZN10QSemaphore7acquireEi", on_semaphore_acquire, semaphore_acquire),
	OPTION(CORE, "QSemaphore::acquire", "_ZN6QLatch12waitInternalEi", on_latch_wait, latch_wait), /* in its place */
	OPTION(CORE, "QFutureInterfaceBase::reportFinished", "_ZN20QFutureInterfaceBase14reportFinishedEv", on_report_finished,
	       report_finished),
	HOOK(CORE, "QThreadPool::start", "_ZN11QThreadPool5startEP9QRunnablei", on_pool_start, pool_start),
	HOOK(CORE, "QThreadPool::start", "_ZN11QThreadPool8tryStartEP9QRunnable", on_pool_try_start, pool_try_start),
	HOOK(CORE, "QThreadPool::start", "_ZN11QThreadPool21startOnReservedThreadEP9QRunnable",
	     on_pool_start_reserved, pool_start_reserved),
	WAIT("QThreadPool::waitForDone", "_ZN11QThreadPool11waitForDoneEi", on_wait_for_done, wait_for_done),
	WAIT("QThreadPool::waitForDone", "_ZN11QThreadPool11waitForDoneE14QDeadlineTimer", on_wait_for_done_until, wait_for_done_until),
	WAIT("QFutureInterfaceBase::waitForFinished", "_ZN20QFutureInterfaceBase15waitForFinishedEv", on_wait_for_finished,
	     wait_for_finished),
	WAIT("QFutureInterfaceBase::waitForResult", "_ZN20QFutureInterfaceBase13waitForResultEi", on_wait_for_result, wait_for_result),
	WAIT("QFutureInterfaceBase::isRunning", "_ZNK20QFutureInterfaceBase9isRunningEv", on_future_running, future_running),
	WAIT("QFutureInterfaceBase::isFinished", "_ZNK20QFutureInterfaceBase10isFinishedEv", on_future_finished, future_finished),
	WAIT("QThread::wait", "_ZN7QThread4waitEm", on_thread_wait, thread_wait),
	WAIT("QThread::wait", "_ZN7QThread4waitE14QDeadlineTimer", on_thread_wait_until, thread_wait_until),
	WAIT("QThread::isRunning", "_ZNK7QThread9isRunningEv", on_thread_running, thread_running),
	WAIT("QThread::isFinished", "_ZNK7QThread10isFinishedEv", on_thread_finished, thread_finished),
	WAIT("QWaitCondition::wait", "_ZN14QWaitCondition4waitEP6QMutexm", on_condition_wait, condition_wait),
	WAIT("QWaitCondition::wait", "_ZN14QWaitCondition4waitEP6QMutex14QDeadlineTimer", on_condition_wait_until, condition_wait_until),
	WAIT("QWaitCondition::wakeOne", "_ZN14QWaitCondition7wakeOneEv", on_condition_wake_one, condition_wake_one),
	WAIT("QWaitCondition::wakeAll", "_ZN14QWaitCondition7wakeAllEv", on_condition_wake_all, condition_wake_all),
	OPTION(TEST, "QTestResult::setCurrentTestFunction", "_ZN11QTestResult22setCurrentTestFunctionEPKc",
	       on_test_function, test_function),
	OPTION(TEST, "QTestResult::setCurrentTestData", "_ZN11QTestResult18setCurrentTestDataEP9QTestData",
	       on_test_data, test_data),
	OPTION(QML, "QV4::ExecutionEngine::ExecutionEngine", "_ZN3QV415ExecutionEngineC1EP9QJSEngine", on_engine_made, engine_made),
	OPTION(QML, "QV4::ExecutionEngine::~ExecutionEngine", "_ZN3QV415ExecutionEngineD1Ev", on_engine_dies, engine_dies),
	OPTION(QUICK, "QQuickWindow::scheduleRenderJob", "_ZN12QQuickWindow17scheduleRenderJobEP9QRunnableNS_11RenderStageE",
	       on_schedule_render_job, schedule_render_job),
	OPTION(QUICK, "QQuickWindowPrivate::syncSceneGraph", "_ZN19QQuickWindowPrivate14syncSceneGraphEv", on_sync_scene_graph,
	       sync_scene_graph),
	OPTION(QUICK, "QQuickWindowPrivate::renderSceneGraph", "_ZN19QQuickWindowPrivate16renderSceneGraphERK5QSizeS2_",
	       on_render_scene_graph, render_scene_graph),
	OPTION(QUICK, "QQuickWindowPrivate::renderSceneGraph", "_ZN19QQuickWindowPrivate16renderSceneGraphEv", on_render_scene_graph,
	       render_scene_graph),
};

enum { HOOKS = sizeof(hooks) / sizeof(*hooks) };

static bool loaded[LIBRARIES];

static const char *const prefixes[LIBRARIES][2] = {
	{ "libQt5Core.so", "libQt6Core.so" }, { "libQt5Gui.so", "libQt6Gui.so" },
	{ "libQt5Test.so", "libQt6Test.so" }, { "libQt5Qml.so", "libQt6Qml.so" },
	{ "libQt5Quick.so", "libQt6Quick.so" },
};

/* Virtual time: of schedules that want it, and of the player's sessions in which time passes.
 * Nobody else is to pay for these. */
static bool is_of_time(const struct hook *h)
{
	return h->original == (void **)&qt.timer_now || h->original == (void **)&qt.timer_wait ||
	       h->original == (void **)&qt.timer_wait_for;
}

static void prepare(struct island *is, const struct object *o, struct hook *h)
{
	size_t size = 0;
	h->patched = h->library == CORE && patched_calls(h->name);
	if (h->patched || (is_of_time(h) && !virtual_may_be_on()))
		return;
	void *function = signature_find(o, h->symbol, &size, h->unit);
	if (!function)
		return;
	if (unseen_sabotaged(h->name)) {
		h->placed = true;
		*h->original = function;
		return;
	}
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
		if (h->placed && h->original == (void **)&qt.add_shortcut && !unseen_sabotaged(h->name))
			shortcuts_are_seen();
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

/* The first row of its name? */
static bool is_first(const struct hook *h)
{
	return h == hooks || strcmp(h[-1].name, h->name) != 0;
}

/* Of the rows of a name the one that says most: placed, else refused, else any. */
static const struct hook *best_of(const struct hook *h)
{
	const struct hook *best = h;
	for (const struct hook *o = h; o < hooks + HOOKS && strcmp(o->name, h->name) == 0; o++)
		if (o->placed || o->patched)
			return o;
		else if (o->entry.refused)
			best = o;
	return best;
}

/* Those of a library that are not in place, and should be. */
static void each_missing(enum library library)
{
	for (int i = 0; i < HOOKS; i++) {
		const struct hook *h = best_of(&hooks[i]);
		if (h->library == library && is_first(&hooks[i]) && !h->placed && !h->patched && !h->optional)
			unseen_hook(h->name);
	}
}

bool hooks_install(const char *layouts)
{
	bool any = false;
	for (int i = 0; i < LIBRARIES; i++) {
		struct object o;
		if (loaded[i] || (i != CORE && !loaded[CORE]) || !find(i, &o))
			continue;
		if (i == CORE && !qtabi_init(&o))
			continue;
		loaded[i] = true;
		if (i == GUI)
			qtabi_gui(&o, unseen_sabotaged("window-system events") ? "" : layouts);
		if (i == TEST)
			test_functions_init(&o);
		if (i == QML)
			qml_script_init(&o);
		if (i == CORE && !steer_is_on())
			patched_listen(&o);
		any |= install((enum library)i, &o);
		if (i == CORE) {
			qt_queue_is_steered();
			held_notifiers_init(&o);
			dispatcher_init(&o);
			tasks_init();
			blocking_calls_init(&o);
			if (!unseen_sabotaged("QObject births"))
				chain_object_hooks(&o);
			qt_sinks_install(&o);
			unseen_of(&o);
		}
		each_missing((enum library)i);
	}
	return any;
}

void hooks_report(void)
{
	for (int i = 0; i < HOOKS; i++) {
		if (!is_first(&hooks[i]))
			continue;
		const struct hook *h = best_of(&hooks[i]);
		if (h->placed)
			backend_hook_placed(h->name, "");
		else if (h->patched)
			backend_hook_placed(h->name, ", called by the patched Qt");
		else if (!loaded[h->library]) {
			if (!h->optional)
				message_say("%s waits: %s is not loaded\n", h->name, prefixes[h->library][0]);
		}
		else if (h->entry.refused)
			message_say("%s refused: %s\n", h->name, h->entry.refused);
		else if (!h->optional)
			message_say("%s missing\n", h->name);
	}
}
