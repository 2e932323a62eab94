// touch.h: a finger on a touch screen, as a platform plugin would tell of it.
//
// The rule it keeps: what Qt has for that alone is private, so it is looked up by name. A Qt without it, such as one that a
// program brings along, is told to have none; nothing ends for it.
#pragma once

#include <QPointF>

class QWindow;

namespace touch {

enum Phase { Begins, Moves, Ends };

// A finger comes, moves or goes at that place of the window, by way of the window system's queue. `ms`: the event's time,
// Qt's own if it is null. False: this Qt does not take it so.
bool send(QWindow *w, QPointF at, Phase phase, const unsigned long *ms = nullptr);

// Is it of one finger? Then where in its window, and what it does. `event` is a TouchEvent of QWindowSystemInterfacePrivate.
bool read(const void *event, QPointF *at, Phase *phase);

} // namespace touch
