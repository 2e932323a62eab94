// gestures: what fingers on a touchpad can do to a window of widgets. It says, in the file that the argument names, what came of it: a
// map that hears of them, and a button, which does not.
#include <QtWidgets>

#include <cstdio>

static std::FILE *said;

static void say(const QString &what)
{
	std::fprintf(said, "%s\n", qPrintable(what));
	std::fflush(said);
}

class Map : public QLabel
{
public:
	Map() : QLabel("Map")
	{
		setObjectName("map");
		setMinimumSize(300, 150);
	}

private:
	bool event(QEvent *event) override
	{
		if (event->type() != QEvent::NativeGesture)
			return QLabel::event(event);
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
	void mousePressEvent(QMouseEvent *) override { say("a mouse on the map"); }

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
	QApplication app(argc, argv);
	said = argc > 1 ? std::fopen(argv[1], "w") : stdout;
	QWidget window;
	auto *button = new QPushButton("Go on");
	QObject::connect(button, &QPushButton::clicked, [] { say("the button was clicked"); });
	auto *layout = new QVBoxLayout(&window);
	layout->addWidget(new Map);
	layout->addWidget(button);
	window.show();
	int code = app.exec();
	say("end");
	return code;
}
