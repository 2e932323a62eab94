// touch.h: fingers on a touch screen, as a platform plugin would tell of it.
//
// The rule it keeps: what Qt has for that alone is private, so it is looked up by name. A Qt without it, such as one that a
// program brings along, is told to have none; nothing ends for it.
#pragma once

#include <QList>
#include <QPointF>

class QWindow;

namespace touch {

// What a finger does. All of them together begin with a press and end when the last one goes.
enum Phase { Begins, Moves, Ends, Rests };

struct Finger {
	int number; // from 1, as they came: the smallest that was free
	Phase phase;
	QPointF at; // in the window
};

// They do so at once, by way of the window system's queue. `ms`: the event's time, Qt's own if it is null. False: this Qt does not
// take it so.
bool send(QWindow *w, const QList<Finger> &fingers, const unsigned long *ms = nullptr);

// What they do, in the order of their numbers; empty: nothing that one could repeat. `event` is a TouchEvent of
// QWindowSystemInterfacePrivate; each one has to be asked about, for a number is told by those before.
QList<Finger> read(const void *event);

// What they do together.
Phase together(const QList<Finger> &fingers);

} // namespace touch
