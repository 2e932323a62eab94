// pens: what a pen can do to a window of widgets. It says, in the file that the argument names, what came of it: a pad of the
// program's own that takes pens, and a button, for which Qt makes a mouse's click of it.
#include <QtWidgets>

#include <cstdio>

static std::FILE *said;

static void say(const QString &what)
{
	std::fprintf(said, "%s\n", qPrintable(what));
	std::fflush(said);
}

static bool isEraser(const QTabletEvent *event)
{
#if QT_VERSION_MAJOR >= 6
	return event->pointerType() == QPointingDevice::PointerType::Eraser;
#else
	return event->pointerType() == QTabletEvent::Eraser;
#endif
}

class Pad : public QLabel
{
public:
	Pad() : QLabel("Pad")
	{
		setObjectName("pad");
		setMinimumSize(300, 150);
		setTabletTracking(true);
	}

private:
	void tabletEvent(QTabletEvent *event) override
	{
		const char *what = event->type() == QEvent::TabletPress ? "press" : event->type() == QEvent::TabletMove ? "move" : "release";
		int right = qRound(double(event->xTilt()));
		QString tilt = right ? QString(", leaning %1").arg(right) : "";
		say(QString("%1 %2 %3").arg(isEraser(event) ? "eraser" : "pen", what).arg(qRound(1000 * event->pressure())) + tilt);
		event->accept();
	}
	void mousePressEvent(QMouseEvent *) override { say("a mouse on the pad"); }
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
	QApplication app(argc, argv);
	said = argc > 1 ? std::fopen(argv[1], "w") : stdout;
	QWidget window;
	auto *button = new QPushButton("Go on");
	QObject::connect(button, &QPushButton::clicked, [] { say("the button was clicked"); });
	auto *layout = new QVBoxLayout(&window);
	layout->addWidget(new Pad);
	layout->addWidget(button);
	layout->addWidget(new Bound);
	window.show();
	int code = app.exec();
	say("end");
	return code;
}
