// touching.cpp: see touching.h.
#include "touching.h"

#include "put.h"

#include <touch/gesture.h>
#include <touch/pen.h>

#include <QWindow>
#include <qpa/qwindowsysteminterface.h>
#include <qpa/qwindowsysteminterface_p.h>

#include <cstdio>
#include <cstring>

namespace person {

namespace {

using Private = QWindowSystemInterfacePrivate;

enum Device { Screen, Pen, Pad };

// What is done with each.
const struct Touching {
	const char *kind;
	Device device;
	touch::Phase phase;
} touchings[] = {
	{ steering_input_touchpress, Screen, touch::Begins }, { steering_input_touchmove, Screen, touch::Moves },
	{ steering_input_touchrelease, Screen, touch::Ends }, { steering_input_penpress, Pen, touch::Begins },
	{ steering_input_penmove, Pen, touch::Moves },        { steering_input_penrelease, Pen, touch::Ends },
	{ steering_input_gesturebegin, Pad, touch::Begins },  { steering_input_gesturemove, Pad, touch::Moves },
	{ steering_input_gestureend, Pad, touch::Ends },      { steering_input_gesture, Pad, touch::Begins },
};

void putTouching(person_input *in, Device device, touch::Phase phase)
{
	for (const Touching &t : touchings)
		if (t.device == device && t.phase == phase)
			return put(in->kind, QLatin1String(t.kind));
}

// NULL: it is another input.
const Touching *touchingOf(const person_input *in)
{
	for (const Touching &t : touchings)
		if (!std::strcmp(in->kind, t.kind))
			return &t;
	return nullptr;
}

// Of a touch::Phase each.
const char signs[] = { '+', '~', '-', '.' };

// One finger alone, the first, needs no more than the kind of the input. Those of so many that the line has no room for them are no
// input that is played.
bool addFingers(person_input *in, const QList<touch::Finger> &fingers)
{
	const touch::Finger &first = fingers.first();
	if (fingers.size() == 1 && first.number == 1)
		return true;
	int n = int(std::strlen(in->at));
	for (const touch::Finger &f : fingers) {
		QPoint beside = (f.at - QPointF(first.at.toPoint())).toPoint();
		n += std::snprintf(in->at + n, sizeof(in->at) - size_t(n), " %c%d %d %d", signs[f.phase], f.number, beside.x(), beside.y());
		if (n >= int(sizeof(in->at)))
			return false;
	}
	return true;
}

bool describeTouch(person_input *in, const QWindow *window, const Private::TouchEvent *e)
{
	QList<touch::Finger> fingers = touch::read(e);
	if (fingers.isEmpty())
		return false;
	putTouching(in, Screen, touch::together(fingers));
	describePointer(in, window, fingers.first().at, int(e->modifiers), 0, 0, QPoint());
	return addFingers(in, fingers);
}

// False: this is none of a touch.
bool readFingers(const char *line, QPointF at, touch::Phase phase, QList<touch::Finger> *fingers)
{
	char sign;
	int number, x, y, read;
	for (; std::sscanf(line, " %c%d %d %d%n", &sign, &number, &x, &y, &read) == 4; line += read) {
		const char *known = static_cast<const char *>(std::memchr(signs, sign, sizeof(signs)));
		if (!known)
			return false;
		touch::Finger finger = { number, touch::Phase(known - signs), at + QPointF(x, y) };
		*fingers += finger;
	}
	touch::Finger alone = { 1, phase, at };
	if (fingers->isEmpty())
		*fingers += alone;
	return !*line;
}

bool isNear(const touch::Pen &pen) { return pen.phase == touch::Moves && !pen.buttons; }

// A pen that is near moves all the time: the first moves over each target are reported.
bool nearsAnew(const person_input *in, const QWindow *window)
{
	enum { TOLD = 2 };
	static const QWindow *last;
	static char target[sizeof(in->target)];
	static int moves;
	if (window != last || std::strcmp(target, in->target))
		moves = 0;
	last = window;
	std::strcpy(target, in->target);
	return ++moves <= TOLD;
}

bool describePen(person_input *in, const QWindow *window, const Private::TabletEvent *e)
{
	touch::Pen pen;
	if (!touch::readPen(e, &pen))
		return false;
	putTouching(in, Pen, pen.phase);
	describePointer(in, window, pen.at, int(e->modifiers), pen.button, pen.buttons, QPoint(pen.pressure, pen.eraser), pen.tilt);
	return !isNear(pen) || nearsAnew(in, window);
}

bool describeGesture(person_input *in, const QWindow *window, const Private::GestureEvent *e)
{
	touch::Gesture g;
	touch::Phase phase;
	if (touch::readGesture(e, &g, &phase))
		putTouching(in, Pad, phase);
	else
		put(in->kind, QLatin1String(steering_input_gesture));
	describePointer(in, window, g.at, int(e->modifiers), g.type, g.fingers, g.delta, QPoint(g.value, 0));
	return true;
}

const char *playTouch(const Touching &t, QWindow *w, const Pointer &p, QPointF at, unsigned long ms)
{
	QList<touch::Finger> fingers;
	if (!readFingers(p.more, at, t.phase, &fingers))
		return "its fingers cannot be read";
	return touch::send(w, fingers, &ms) ? nullptr : "this Qt has no touch screen that can be played";
}

} // namespace

bool isTouching(const person_input *in, touch::Phase *phase)
{
	const Touching *t = touchingOf(in);
	if (t)
		*phase = t->phase;
	return t;
}

bool isNear(const person_input *in, const Pointer &p)
{
	return !std::strcmp(in->kind, steering_input_penmove) && !p.buttons;
}

bool describeTouching(person_input *in, const QWindow *window, const void *event)
{
	auto *e = static_cast<const Private::WindowSystemEvent *>(event);
	if (e->type == Private::Touch)
		return describeTouch(in, window, static_cast<const Private::TouchEvent *>(e));
	if (e->type == Private::Gesture)
		return describeGesture(in, window, static_cast<const Private::GestureEvent *>(e));
	return describePen(in, window, static_cast<const Private::TabletEvent *>(e));
}

const char *playTouching(const person_input *in, QWindow *w, const Pointer &p, QPointF at, unsigned long ms, person_sent *sent)
{
	const Touching &t = *touchingOf(in);
	sent->type = t.device == Pen ? Private::Tablet : t.device == Pad ? Private::Gesture : Private::Touch;
	switch (t.device) {
	case Pen:
		return touch::sendPen(w, { at, t.phase, int(p.button), int(p.buttons), p.delta.x(), p.delta.y() == 1, p.pixels }, &ms)
		           ? nullptr
		           : "this Qt has no tablet that can be played";
	case Pad:
		return touch::sendGesture(w, { at, int(p.button), int(p.buttons), p.delta, p.pixels.x() }, &ms) ? nullptr
		                                                                                              : "this Qt has no touchpad that can be played";
	default:
		return playTouch(t, w, p, at, ms);
	}
}

} // namespace person
