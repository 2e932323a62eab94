// hand.cpp: see hand.h.
#include "hand.h"

#include "input.h"

#include <qtnames/native.h>
#include <touch/gesture.h>
#include <touch/pen.h>

#include <QPointer>
#include <QWindow>
#include <qpa/qwindowsysteminterface.h>

#include <cmath>
#include <cstdio>
#include <functional>

namespace session {

namespace {

using Window = QWindowSystemInterface;

enum { MOVES = 5 };

// The nth piece, the moves from 1 to MOVES; false: this Qt has no such hand.
using Piece = std::function<bool(QWindow *w, int n)>;

struct {
	QPointer<QWindow> window;
	Piece piece;
	int moves = -1; // -1: nothing is down
} held;

void needs(bool there, const char *what)
{
	if (!there)
		std::fprintf(stderr, "session: this Qt has no %s that can be played\n", what);
}

void begin(QWindow *w, const Piece &piece, const char *hand)
{
	held = { w, piece, 0 };
	bool sent = piece(w, 0);
	needs(sent, hand);
	if (!sent)
		held.moves = -1;
}

bool isDown(int n) { return n <= MOVES; }

bool penAt(QWindow *w, QPoint at, Qt::MouseButtons down, int pressure, bool eraser = false, QPoint tilt = QPoint())
{
	return touch::sendPen(w, { at, touch::Moves, 0, int(down), pressure, eraser, tilt });
}

bool mouseAt(QWindow *w, QPoint at, int n)
{
	Qt::MouseButtons down = isDown(n) ? Qt::LeftButton : Qt::NoButton;
	Qt::MouseButton button = n == 0 || !isDown(n) ? Qt::LeftButton : Qt::NoButton;
	NativePlace place = native_place(w, at);
	Window::handleMouseEvent<Window::AsynchronousDelivery>(w, place.local, place.global, down, button,
	                                                        n == 0 ? QEvent::MouseButtonPress : isDown(n) ? QEvent::MouseMove : QEvent::MouseButtonRelease);
	return true;
}

// One comes after the other, and so do they go.
bool fingersAt(QWindow *w, QPointF one, QPointF other, int n)
{
	using namespace touch;
	if (n == 0)
		return send(w, { { 1, Begins, one } }) && send(w, { { 1, Rests, one }, { 2, Begins, other } });
	if (isDown(n))
		return send(w, { { 1, Moves, one }, { 2, Moves, other } });
	return send(w, { { 1, Rests, one }, { 2, Ends, other } }) && send(w, { { 1, Ends, one } });
}

// As X servers and compositors have it, something begins and ends it.
void gesture(QWindow *w, const touch::Gesture &move)
{
	begin(w, [=](QWindow *now, int n) {
		int type = n == 0 ? Qt::BeginNativeGesture : isDown(n) ? move.type : Qt::EndNativeGesture;
		touch::Gesture piece = { move.at, type, move.fingers, QPoint(), 0 };
		return touch::sendGesture(now, type == move.type ? move : piece);
	}, "touchpad");
}

} // namespace

void tap(QWindow *w, QPoint at)
{
	needs(touch::send(w, { { 1, touch::Begins, at } }) && touch::send(w, { { 1, touch::Ends, at } }), "touch screen");
}

void tapWithPen(QWindow *w, QPoint at)
{
	needs(penAt(w, at, Qt::LeftButton, 500) && penAt(w, at, Qt::NoButton, 0), "tablet");
}

void bringNear(QWindow *w, QPoint at)
{
	needs(penAt(w, at - QPoint(2, 2), Qt::NoButton, 0) && penAt(w, at, Qt::NoButton, 0), "tablet");
}

void drag(QWindow *w, QPoint from, QPoint to, Hand hand)
{
	auto at = [=](int n) { return from + (to - from) * qMin(n, int(MOVES)) / MOVES; };
	auto mouse = [=](QWindow *now, int n) { return mouseAt(now, at(n), n); };
	// It presses ever harder, 800 at last, and leans to the right, as in a right hand.
	auto pen = [=](QWindow *now, int n) {
		return penAt(now, at(n), isDown(n) ? Qt::LeftButton : Qt::NoButton, isDown(n) ? 300 + 100 * n : 0, hand == Hand::Eraser, QPoint(300, 0));
	};
	begin(w, hand == Hand::Mouse ? Piece(mouse) : Piece(pen), "tablet");
}

void pinch(QWindow *w, QPoint at, int room, int percent)
{
	double by = percent / 100.0, first = percent > 100 ? room / by : room;
	begin(w, [=](QWindow *now, int n) {
		QPointF beside(first * std::pow(by, double(qMin(n, int(MOVES))) / MOVES), 0); // by as much with each move
		return fingersAt(now, at - beside, at + beside, n);
	}, "touch screen");
}

void zoom(QWindow *w, QPoint at, int percent)
{
	gesture(w, { at, Qt::ZoomNativeGesture, 2, QPoint(), qRound((std::pow(percent / 100.0, 1.0 / MOVES) - 1) * 1000000) });
}

void turn(QWindow *w, QPoint at, int degrees)
{
	gesture(w, { at, Qt::RotateNativeGesture, 2, QPoint(), degrees * 1000000 / MOVES });
}

void swipe(QWindow *w, QPoint at, int pixels)
{
	gesture(w, { at, Qt::PanNativeGesture, 3, QPoint(pixels * 1000 / MOVES, 0), 0 });
}

QWindow *windowOfHand()
{
	return held.window ? held.window.data() : front();
}

bool moveOn()
{
	if (held.moves < 0 || held.moves == MOVES)
		return false;
	held.moves++;
	if (QWindow *w = windowOfHand())
		held.piece(w, held.moves);
	return true;
}

void letGo()
{
	QWindow *w = windowOfHand();
	if (w && held.moves >= 0)
		held.piece(w, MOVES + 1);
	held.moves = -1;
}

} // namespace session
