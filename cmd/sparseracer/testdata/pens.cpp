// pens: what a pen can do to a window of widgets. It says, in the file that the argument names, what came of it: a pad of the
// program's own that takes pens, and a button, for which Qt makes a mouse's click of it.
#include "fields.h"

static bool isEraser(const QTabletEvent *event)
{
#if QT_VERSION_MAJOR >= 6
	return event->pointerType() == QPointingDevice::PointerType::Eraser;
#else
	return event->pointerType() == QTabletEvent::Eraser;
#endif
}

class Pad : public Field
{
public:
	Pad() : Field("Pad", { 300, 150 }) { setTabletTracking(true); }

private:
	void tabletEvent(QTabletEvent *event) override
	{
		const char *what = event->type() == QEvent::TabletPress ? "press" : event->type() == QEvent::TabletMove ? "move" : "release";
		int right = qRound(double(event->xTilt()));
		QString tilt = right ? QString(", leaning %1").arg(right) : "";
		say(QString("%1 %2 %3").arg(isEraser(event) ? "eraser" : "pen", what).arg(qRound(1000 * event->pressure())) + tilt);
		event->accept();
	}
};

// As a binding has it, which makes such a class of each that a script derives: a function for every event, whether the script has one or not.
class Bound : public QLabel
{
public:
	Bound() : QLabel("Bound") {}

private:
	void tabletEvent(QTabletEvent *event) override { QLabel::tabletEvent(event); }
	QPainter *sharedPainter() const override { return QLabel::sharedPainter(); }
};

int main(int argc, char **argv)
{
	return run(argc, argv, []() -> QList<QWidget *> { return { new Pad, new_button(), new Bound }; });
}
