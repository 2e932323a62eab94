// The editor of samples/, and beside it somebody who moves the screen's own pointer over its
// windows all the time, if RESTLESS is set.
#include <QCursor>
#include <QTimer>
#define main editor_main
#include "../../../samples/editor.cpp"
#undef main

static void move()
{
	static int n;
	n++;
	for (QWidget *w : QApplication::topLevelWidgets())
		if (w->isVisible())
			QCursor::setPos(w->mapToGlobal(QPoint(n * 37 % w->width(), n * 61 % w->height())));
}

static void begin()
{
	if (!qEnvironmentVariableIsSet("RESTLESS"))
		return;
	auto *timer = new QTimer(qApp);
	QObject::connect(timer, &QTimer::timeout, move);
	timer->start(7);
}
Q_COREAPP_STARTUP_FUNCTION(begin)

int main(int argc, char **argv) { return editor_main(argc, argv); }
