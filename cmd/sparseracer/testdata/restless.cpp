// The editor of samples/, and beside it somebody who moves the screen's own pointer over its
// windows all the time, if RESTLESS has a p, and takes the focus away from them, if it has an f.
#include <QCursor>
#include <QTimer>
#include <QWindow>
#define main editor_main
#include "../../../samples/editor.cpp"
#undef main
#include <xcb/xcb.h>

static void move()
{
	static int n;
	n++;
	for (QWidget *w : QApplication::topLevelWidgets())
		if (w->isVisible())
			QCursor::setPos(w->mapToGlobal(QPoint(n * 37 % w->width(), n * 61 % w->height())));
}

// As another program would that has the focus, gives it back, and takes it again.
static void takeFocus()
{
	static xcb_connection_t *other = xcb_connect(nullptr, nullptr);
	static int n;
	QWindow *w = QGuiApplication::focusWindow();
	if (++n % 8 == 1 && w)
		xcb_set_input_focus(other, XCB_INPUT_FOCUS_PARENT, xcb_window_t(w->winId()), XCB_CURRENT_TIME);
	if (n % 8 == 2)
		xcb_set_input_focus(other, XCB_INPUT_FOCUS_NONE, XCB_NONE, XCB_CURRENT_TIME);
	xcb_flush(other);
}

static void start(char letter, void (*act)(), int ms)
{
	if (!qgetenv("RESTLESS").contains(letter))
		return;
	auto *timer = new QTimer(qApp);
	QObject::connect(timer, &QTimer::timeout, act);
	timer->start(ms);
}

static void begin()
{
	start('p', move, 7);
	start('f', takeFocus, 20);
}
Q_COREAPP_STARTUP_FUNCTION(begin)

int main(int argc, char **argv) { return editor_main(argc, argv); }
