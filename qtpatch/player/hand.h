// hand.h: what a person does in pieces, as a hand is seen to move: a button of the mouse, a pen or fingers go down, move, and go up.
//
// The pieces come one by one: a drag shows a window, and what is in the queue by then may be lost to it.
#pragma once

#include <QPoint>

class QWindow;

namespace session {

// A finger, or a pen whose tip is pressed half, comes and goes. What this Qt has not is said.
void tap(QWindow *w, QPoint at);
void tapWithPen(QWindow *w, QPoint at);
// A pen goes over it, and is only near.
void bringNear(QWindow *w, QPoint at);

enum class Hand { Mouse, Pen, Eraser };
// The left button, the pen, or its other end goes down at one place, to go up at the other one.
void drag(QWindow *w, QPoint from, QPoint to, Hand hand);
// Two fingers come, one on either side, to be further apart by so many percent when they go. They are `room` pixels from that place at
// most.
void pinch(QWindow *w, QPoint at, int room, int percent);

// Fingers on a touchpad make larger by so many percent, turn by so many degrees, or, three of them, go so many pixels to the right.
void zoom(QWindow *w, QPoint at, int percent);
void turn(QWindow *w, QPoint at, int degrees);
void swipe(QWindow *w, QPoint at, int pixels);

// Where that goes down, or, if that window has gone, what is in front: what was pressed is let go wherever that is.
QWindow *windowOfHand();
// It moves on; false: it is where it goes to, or nothing is down.
bool moveOn();
// It goes up there.
void letGo();

} // namespace session
