// pen.h: a pen on a tablet, as a platform plugin would tell of it. The rule of touch.h holds here, too.
#pragma once

#include "touch.h"

#include <QPoint>

namespace touch {

struct Pen {
	QPointF at;       // in the window
	Phase phase;
	int button;       // of Qt::MouseButton: what went down or up, the tip or a button of the pen; a move has none
	int buttons;      // all that are down then
	int pressure;     // in thousandths
	bool eraser;      // its other end
	QPoint tilt;      // to the right and towards the person, in tenths of a degree
};

// Into the window system's queue. What takes no pens gets a mouse's events, made by Qt, as it does for a pen under X11. `ms`: the
// event's time, Qt's own if it is null. False: this Qt does not take it so.
bool sendPen(QWindow *w, const Pen &pen, const unsigned long *ms = nullptr);

// Does a pen's tip, or its eraser, press, move, down or only near, or go up? False: it is neither. `event` is a TabletEvent of
// QWindowSystemInterfacePrivate; each one has to be asked about, for what it does is told by the one before.
bool readPen(const void *event, Pen *pen);

} // namespace touch
