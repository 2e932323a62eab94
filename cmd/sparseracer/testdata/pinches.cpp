// pinches: what two fingers can do to a window of widgets. It says, in the file that the argument names, what came of it: a map that
// Qt recognizes pinches for, and a board that hears of the fingers themselves.
#include "fields.h"

static bool isTouch(const QEvent *event)
{
	return event->type() == QEvent::TouchBegin || event->type() == QEvent::TouchUpdate || event->type() == QEvent::TouchEnd;
}

class Map : public Field
{
public:
	Map() : Field("Map", { 300, 100 }) { grabGesture(Qt::PinchGesture); }

private:
	bool event(QEvent *event) override
	{
		if (isTouch(event)) // where nobody takes them, Qt 6.4 tells of one finger alone
			return true;
		if (event->type() != QEvent::Gesture)
			return Field::event(event);
		auto *pinch = static_cast<QPinchGesture *>(static_cast<QGestureEvent *>(event)->gesture(Qt::PinchGesture));
		if (pinch->state() == Qt::GestureFinished)
			say(pinch->totalScaleFactor() > 1 ? "the map has grown" : "the map has shrunk");
		return true;
	}
};

class Board : public Field
{
public:
	Board() : Field("Board", { 300, 100 }) { setAttribute(Qt::WA_AcceptTouchEvents); }

private:
	bool event(QEvent *event) override
	{
		if (!isTouch(event))
			return Field::event(event);
		auto *touch = static_cast<QTouchEvent *>(event);
		QString fingers;
		for (const auto &point : touch->touchPoints())
			fingers += signOf(int(point.state()));
		if (fingers.size() == 2) {
			QPointF apart = touch->touchPoints()[1].pos() - touch->touchPoints()[0].pos();
			fingers += QString(" %1 apart").arg(10 * qRound(apart.x() / 10));
		}
		say("fingers " + fingers);
		return true;
	}

	static QString signOf(int state)
	{
		return state == Qt::TouchPointPressed ? "+" : state == Qt::TouchPointMoved ? "~" : state == Qt::TouchPointStationary ? "." : "-";
	}
};

int main(int argc, char **argv)
{
	return run(argc, argv, []() -> QList<QWidget *> { return { new Map, new Board }; });
}
