// gesture.h: a gesture on a touchpad, as a platform plugin would tell of it. The rule of touch.h holds here, too.
#pragma once

#include "touch.h"

#include <QPoint>

namespace touch {

struct Gesture {
	QPointF at;    // in the window
	int type;      // of Qt::NativeGestureType
	int fingers;   // Qt 5 does not know
	QPoint delta;  // of a pan, in thousandths of a pixel; Qt 5 has none
	int value;     // in millionths: of a zoom by which part it grows, of a turn how many degrees
};

// Into the window system's queue. `ms`: the event's time, Qt's own if it is null. False: this Qt does not take it so.
bool sendGesture(QWindow *w, const Gesture &gesture, const unsigned long *ms = nullptr);

// `event` is a GestureEvent of QWindowSystemInterfacePrivate; each one has to be asked about. False: nothing began it, so it stands for
// itself, as some window systems have it.
bool readGesture(const void *event, Gesture *gesture, Phase *phase);

} // namespace touch
