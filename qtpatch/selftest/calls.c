/* calls.c: see calls.h. */
#include "calls.h"

#include <stdlib.h>
#include <string.h>

static bool gui;

bool open_qt(const char *core_path, const char *gui_path)
{
	gui = strcmp(gui_path, "-") != 0;
	return open_library(core_path) && open_library(gui_path);
}

bool has_gui(void)
{
	return gui;
}

void make_application(void)
{
	static int argc = 1;
	static char name[] = "selftest", *argv[] = { name, NULL };
	static char application[256];
	if (gui)
		CALL(void, "_ZN15QGuiApplicationC1ERiPPci", void *, int *, char **, int)(application, &argc, argv, 0);
	else
		CALL(void, "_ZN16QCoreApplicationC1ERiPPci", void *, int *, char **, int)(application, &argc, argv, 0);
}

static void *allocate(size_t size)
{
	return CALL(void *, "_Znwm", size_t)(size);
}

void *make_object(void *parent)
{
	void *o = allocate(OBJECT);
	CALL(void, "_ZN7QObjectC1EPS_", void *, void *)(o, parent);
	return o;
}

void end_object(void *object)
{
	void (**vtable)(void *) = *(void (***)(void *))object;
	vtable[4](object); /* after metaObject, qt_metacast, qt_metacall and ~QObject: with its memory */
}

void *make_window(void)
{
	void *w = allocate(OBJECT);
	CALL(void, "_ZN7QWindowC1EP7QScreen", void *, void *)(w, NULL);
	return w;
}

void *make_event(int type)
{
	void *e = allocate(OBJECT);
	CALL(void, "_ZN6QEventC1ENS_4TypeE", void *, int)(e, type);
	return e;
}

void post(void *receiver, int type)
{
	CALL(void, "_ZN16QCoreApplication9postEventEP7QObjectP6QEventi", void *, void *, int)(receiver, make_event(type), 0);
}

void mouse_input(void *window, int button, int type)
{
	double at[2] = { 3, 4 };
	CALL(char, "_ZN22QWindowSystemInterface16handleMouseEventINS_20AsynchronousDeliveryEEEbP7QWindowRK7QPointFS6_6QFlagsIN2Qt11"
		   "MouseButtonEES9_N6QEvent4TypeES7_INS8_16KeyboardModifierEENS8_16MouseEventSourceE",
	     void *, void *, void *, int, int, int, int, int)(window, at, at, type == 2 ? button : 0, button, type, 0, 0);
}

void key_input(void *window, int key, int type)
{
	/* An empty QString: three words of 0, or a pointer to what all empty ones share. */
	void *text[3] = { find_function("_ZN10QArrayData11shared_nullE") };
	CALL(char, "_ZN22QWindowSystemInterface14handleKeyEventINS_20AsynchronousDeliveryEEEbP7QWindowN6QEvent4TypeEi6QFlagsIN2Qt16"
		   "KeyboardModifierEERK7QStringbt",
	     void *, int, int, int, void *, char, short)(window, type, key, 0, text, 0, 1);
}

/* QtPrivate::QSlotObjectBase, which every program has inline. */
struct slot {
	int references;
	void (*implementation)(int which, void *self, void *receiver, void **arguments, void *result);
	void (*then)(void);
};

static void implementation(int which, void *self, void *receiver, void **arguments, void *result)
{
	(void)receiver;
	(void)arguments;
	(void)result;
	if (which == CALLED)
		((struct slot *)self)->then();
}

void single_shot(int ms, void *receiver, void (*then)(void))
{
	enum { NS = 1000000 };
	struct slot *s = malloc(sizeof(*s));
	*s = (struct slot){ 1, implementation, then };
	void (*in_ns)(int64_t, int, void *, void *) = find_function(
		"_ZN6QTimer14singleShotImplENSt6chrono8durationIlSt5ratioILl1ELl1000000000EEEEN2Qt9TimerTypeEPK7QObjectPN9QtPrivate15"
		"QSlotObjectBaseE");
	if (in_ns)
		in_ns((int64_t)ms * NS, 0, receiver, s);
	else
		CALL(void, "_ZN6QTimer14singleShotImplEiN2Qt9TimerTypeEPK7QObjectPN9QtPrivate15QSlotObjectBaseE",
		     int, int, void *, void *)(ms, 0, receiver, s);
}

int start_timer(void *object, int ms)
{
	return CALL(int, "_ZN7QObject10startTimerEiN2Qt9TimerTypeE", void *, int, int)(object, ms, 0);
}

void *make_notifier(int descriptor)
{
	void *notifier = allocate(OBJECT);
	void (*construct)(void *, int, int, void *) = find_function("_ZN15QSocketNotifierC1EiNS_4TypeEP7QObject");
	if (construct)
		construct(notifier, descriptor, 0, NULL);
	else
		CALL(void, "_ZN15QSocketNotifierC1ExNS_4TypeEP7QObject", void *, int64_t, int, void *)(notifier, descriptor, 0, NULL);
	return notifier;
}
