// touches: what a finger can touch. It says, in the file that the argument names, what came of it: a pad of the program's own
// that takes fingers and no mouse, a button and a row, for which Qt makes a mouse's click of it.
#include <QtWidgets>

#include <cstdio>

static std::FILE *said;

static void say(const QString &what)
{
	std::fprintf(said, "%s\n", qPrintable(what));
	std::fflush(said);
}

class Pad : public QLabel
{
public:
	Pad() : QLabel("Pad")
	{
		setObjectName("pad");
		setAttribute(Qt::WA_AcceptTouchEvents);
		setMinimumSize(200, 60);
	}

private:
	bool event(QEvent *event) override
	{
		if (event->type() != QEvent::TouchBegin && event->type() != QEvent::TouchEnd)
			return QLabel::event(event);
		say(event->type() == QEvent::TouchBegin ? "a finger came" : "a finger went");
		return true;
	}
	void mousePressEvent(QMouseEvent *) override { say("a mouse on the pad"); }
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	said = argc > 1 ? std::fopen(argv[1], "w") : stdout;
	QWidget window;
	auto *button = new QPushButton("Go on");
	auto *rows = new QListWidget;
	rows->addItems({ "one", "two" });
	QObject::connect(button, &QPushButton::clicked, [] { say("the button was clicked"); });
	QObject::connect(rows, &QListWidget::itemClicked, [](QListWidgetItem *item) { say("the row " + item->text() + " was clicked"); });
	auto *layout = new QVBoxLayout(&window);
	for (QWidget *w : QList<QWidget *> { new Pad, button, rows })
		layout->addWidget(w);
	window.show();
	return app.exec();
}
