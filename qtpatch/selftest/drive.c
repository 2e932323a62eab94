/* drive.c: known operations, one step after the other. Each step runs in a handler of
 * its own; internal/selftest/facts_qt.go has the same numbers and what must have been
 * recorded.
 */
#include "calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { POSTED = 3000, SHORT = 3, LONG = 600000 /* ms */ };

static void *a, *window, *notifier, *parent;
static int timer, pipe_ends[2];
static char loop[OBJECT];

static void leave(void)
{
	CALL(void, "_ZN10QEventLoop4exitEi", void *, int)(loop, 0);
}

static void begin_loop(void)
{
	CALL(void, "_ZN10QEventLoopC1EP7QObject", void *, void *)(loop, NULL);
}

static void end_loop(void)
{
	CALL(void, "_ZN10QEventLoopD1Ev", void *)(loop);
}

static void posts(void) { post(a, POSTED); }

static void removes(void)
{
	post(a, POSTED + 1);
	CALL(void, "_ZN16QCoreApplication18removePostedEventsEP7QObjecti", void *, int)(a, POSTED + 1);
}

static void receiver_dies(void)
{
	void *b = make_object(NULL);
	post(b, POSTED + 2);
	end_object(b);
}

static void starts_timer(void) { timer = start_timer(a, SHORT); }

static void nests(void)
{
	begin_loop();
	single_shot(20, NULL, leave);
	CALL(int, "_ZN10QEventLoop4execE6QFlagsINS_17ProcessEventsFlagEE", void *, int)(loop, 0);
	end_loop();
}

static void kills_timer(void) { CALL(void, "_ZN7QObject9killTimerEi", void *, int)(a, timer); }

static void timers_object_dies(void)
{
	void *b = make_object(NULL);
	start_timer(b, LONG);
	end_object(b);
}

static void nothing(void) {}

static void single_shot_calls(void) { single_shot(1, make_object(NULL), nothing); }

static void single_shot_member(void)
{
	CALL(void, "_ZN6QTimer10singleShotEiPK7QObjectPKc", int, void *, const char *)(1, make_object(NULL), "1deleteLater()");
}

static void application_turns(void)
{
	post(a, POSTED + 9);
	CALL(void, "_ZN16QCoreApplication13processEventsE6QFlagsIN10QEventLoop17ProcessEventsFlagEE", int)(0);
}

static void application_turns_for(void)
{
	post(a, POSTED + 10);
	CALL(void, "_ZN16QCoreApplication13processEventsE6QFlagsIN10QEventLoop17ProcessEventsFlagEEi", int, int)(0, LONG);
}

/* QDeadlineTimer: of Qt 6.8 and later; "for ever" is the largest number and no more. */
static void application_turns_until(void)
{
	void (*f)(int, int64_t, int64_t) = find_function(
		"_ZN16QCoreApplication13processEventsE6QFlagsIN10QEventLoop17ProcessEventsFlagEE14QDeadlineTimer");
	if (!f)
		return;
	post(a, POSTED + 11);
	f(0, INT64_MAX, 0);
}

static void loop_turns(void)
{
	begin_loop();
	post(a, POSTED + 12);
	CALL(char, "_ZN10QEventLoop13processEventsE6QFlagsINS_17ProcessEventsFlagEE", void *, int)(loop, 0);
	end_loop();
}

static void loop_turns_for(void)
{
	begin_loop();
	post(a, POSTED + 13);
	CALL(void, "_ZN10QEventLoop13processEventsE6QFlagsINS_17ProcessEventsFlagEEi", void *, int, int)(loop, 0, LONG);
	end_loop();
}

static void loop_turns_until(void)
{
	void (*f)(void *, int, int64_t, int64_t) = find_function(
		"_ZN10QEventLoop13processEventsE6QFlagsINS_17ProcessEventsFlagEE14QDeadlineTimer");
	if (!f)
		return;
	begin_loop();
	post(a, POSTED + 14);
	f(loop, 0, INT64_MAX, 0);
	end_loop();
}

static void dispatcher_turns(void)
{
	void *d = CALL(void *, "_ZN24QAbstractEventDispatcher8instanceEP7QThread", void *)(NULL);
	const char *glib = "_ZN20QEventDispatcherGlib13processEventsE6QFlagsIN10QEventLoop17ProcessEventsFlagEE";
	const char *other = "_ZN20QEventDispatcherUNIX13processEventsE6QFlagsIN10QEventLoop17ProcessEventsFlagEE";
	void *(**vtable)(void *, const char *) = *(void *(***)(void *, const char *))d;
	post(a, POSTED + 15);
	printf("dispatcher %s\n", vtable[1](d, "QEventDispatcherGlib") ? "Glib" : "UNIX");
	CALL(char, vtable[1](d, "QEventDispatcherGlib") ? glib : other, void *, int)(d, 0);
}

static void flushes(void)
{
	post(a, POSTED + 16);
	CALL(void, "_ZN16QCoreApplication16sendPostedEventsEP7QObjecti", void *, int)(a, 0);
}

static void deletes_later(void) { CALL(void, "_ZN7QObject11deleteLaterEv", void *)(make_object(NULL)); }

static void watches_socket(void)
{
	notifier = make_notifier(pipe_ends[0]);
	if (write(pipe_ends[1], "x", 1) < 0)
		_exit(1);
}

static void forgets_socket(void) { CALL(void, "_ZN15QSocketNotifier10setEnabledEb", void *, bool)(notifier, false); }

static unsigned references;

/* The recorder's: the hooks reach it by name, and it keeps to itself what it is given in
 * code that is not instrumented. */
__attribute__((visibility("default"))) void __sparse_ref(const void *counter)
{
	(void)counter;
	references++;
}

static void points_weakly(void)
{
	void *b = make_object(a);
	references = 0;
	CALL(void *, "_ZN15QtSharedPointer20ExternalRefCountData9getAndRefEPK7QObject", void *)(b);
	if (references)
		printf("referenced\n");
	end_object(b);
}

static void adopts(void)
{
	parent = make_object(NULL);
	CALL(void, "_ZN7QObject9setParentEPS_", void *, void *)(make_object(NULL), parent);
}

static void shows_window(void)
{
	if (!has_gui())
		return;
	window = make_window();
	CALL(void, "_ZN7QWindow4showEv", void *)(window);
}

static void clicks(void)
{
	if (!has_gui())
		return;
	mouse_input(window, 1, 2);
	mouse_input(window, 1, 3);
}

static void types(void)
{
	if (!has_gui())
		return;
	key_input(window, 'A', 6);
	key_input(window, 'A', 7);
}

enum { QUEUED = 2, BLOCKING = 3 };

static void calls(void *receiver, int how)
{
	struct { void *d; } connection;
	void *b = make_object(NULL);
	CALL(void *, "_ZN7QObject7connectEPKS_PKcS1_S3_N2Qt14ConnectionTypeE", void *, void *, const char *, void *, const char *, int)(
		&connection, b, "2destroyed()", receiver, "1deleteLater()", how);
	end_object(b);
}

static void calls_later(void) { calls(make_object(NULL), QUEUED); }

static void turns(void) { CALL(void, "_ZN16QCoreApplication13processEventsE6QFlagsIN10QEventLoop17ProcessEventsFlagEE", int)(0); }

/* A QRunnable, which its pool does not delete, and the functions of its class. */
static void *receiver;
static volatile bool has_run;
static volatile pid_t caller; /* the thread that calls and waits */

static void runs(void *runnable)
{
	caller = (pid_t)syscall(SYS_gettid);
	calls(receiver, BLOCKING);
	has_run = runnable != NULL;
}

static void ends_runnable(void *runnable) { (void)runnable; }

/* "1234 (name) S …" */
static bool sleeps(pid_t thread)
{
	char path[64], line[128] = "";
	snprintf(path, sizeof(path), "/proc/self/task/%d/stat", (int)thread);
	FILE *f = fopen(path, "r");
	if (!f)
		return true; /* not to be had: as if it did */
	bool is_read = fgets(line, sizeof(line), f) != NULL;
	fclose(f);
	const char *name_ends = is_read ? strrchr(line, ')') : NULL;
	return !name_ends || !strncmp(name_ends, ") S", 3);
}

/* Its call is answered once it waits, and by the next step: of one that is answered before, nothing
 * need be seen. Who sleeps as long as this waits for no lock, for nobody holds one. */
static void gives_task(void)
{
	static void *class[] = { NULL, NULL, (void *)runs, (void *)ends_runnable, (void *)ends_runnable };
	static void *runnable[4] = { &class[2] };
	receiver = make_object(NULL);
	void *pool = CALL(void *, "_ZN11QThreadPool14globalInstanceEv", void)();
	CALL(void, "_ZN11QThreadPool5startEP9QRunnablei", void *, void *, int)(pool, runnable, 0);
	int asleep = 0;
	for (int i = 0; i < LONG && asleep < 20; i++) {
		usleep(1000);
		asleep = caller && sleeps(caller) ? asleep + 1 : 0;
	}
}

static void awaits_task(void)
{
	for (int i = 0; i < LONG && !has_run; i++) {
		usleep(1000);
		CALL(void, "_ZN16QCoreApplication13processEventsE6QFlagsIN10QEventLoop17ProcessEventsFlagEE", int)(0);
	}
}

static void quits(void) { CALL(void, "_ZN16QCoreApplication4exitEi", int)(0); }

/* By number: what comes must be delivered before a later step, so loops are turned in between.
 * A turn without a wait delivers all that is there. */
static void (*const steps[])(void) = {
	posts, removes, receiver_dies, starts_timer, nests, kills_timer, timers_object_dies, single_shot_calls,
	single_shot_member, application_turns, application_turns_for, application_turns_until, loop_turns, loop_turns_for,
	loop_turns_until, dispatcher_turns, flushes, deletes_later, watches_socket, turns, forgets_socket, points_weakly,
	adopts, shows_window, turns, clicks, types, turns, calls_later, nests, gives_task, awaits_task, quits,
};

static void step(void)
{
	static unsigned n;
	if (n == sizeof(steps) / sizeof(*steps))
		return;
	step_begins(n);
	steps[n++]();
	single_shot(1, NULL, step);
}

void drive(void)
{
	if (pipe(pipe_ends) != 0)
		exit(1);
	make_application();
	a = make_object(NULL);
	single_shot(1, NULL, step);
	CALL(int, "_ZN16QCoreApplication4execEv", void)();
	printf("driven\n");
}
