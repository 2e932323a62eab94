// gestures: what fingers on a touchpad can do to a window of widgets. It says, in the file that the argument names, what came of it: a
// map that hears of them, and a button, which does not.
#include "fields.h"

class Map : public Field
{
public:
	Map() : Field("Map", { 300, 150 }) {}

private:
	bool event(QEvent *event) override
	{
		if (event->type() != QEvent::NativeGesture)
			return Field::event(event);
		auto *gesture = static_cast<QNativeGestureEvent *>(event);
		switch (gesture->gestureType()) {
		case Qt::BeginNativeGesture: sum = panned = 0, by = 1; break;
		case Qt::ZoomNativeGesture: by *= 1 + gesture->value(); break;
		case Qt::RotateNativeGesture: sum += gesture->value(); break;
		case Qt::PanNativeGesture: pan(gesture); break;
		case Qt::EndNativeGesture: say(QString("zoomed to %1, turned by %2, panned by %3").arg(qRound(100 * by)).arg(qRound(sum)).arg(qRound(panned))); break;
		default: say(QString("type %1").arg(int(gesture->gestureType())));
		}
		return true;
	}

	void pan(const QNativeGestureEvent *gesture)
	{
#if QT_VERSION_MAJOR >= 6
		panned += gesture->delta().x() * (gesture->fingerCount() == 3);
#else
		Q_UNUSED(gesture) // it has no way
		panned += 20;
#endif
	}

	double sum = 0, by = 1, panned = 0;
};

int main(int argc, char **argv)
{
	return run(argc, argv, []() -> QList<QWidget *> { return { new Map, new_button() }; });
}
