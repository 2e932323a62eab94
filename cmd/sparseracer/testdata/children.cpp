// children.cpp: a panel has bars, found by findChildren, in three ways of going through such a list. Who marks them asks before,
// in a loop of its own, as the harmless session answers. A bar may be closed meanwhile. With WINDOWS, and WINDOWS_BEFORE, the bars
// are windows, and Qt is asked for all of them.
//
// With BEFORE the list is from before the question: that is the race, and the only one. With WITHIN it is got behind the
// question, in the function that asked. With ADDED the list is got there, too, but one that was kept is put into it.
#include <QApplication>
#include <QEventLoop>
#include <QTimer>
#include <QWidget>

struct Bar : QWidget { // the panel has no others: QWidget's own meta-object will do
	using QWidget::QWidget;
	void mark() { marks++; }
	int marks = 0;
};

static void wait(int ms)
{
	QEventLoop loop;
	QTimer::singleShot(ms, &loop, &QEventLoop::quit);
	loop.exec();
}

[[maybe_unused]] static void markIndexed(QWidget *panel)
{
	QList<Bar *> bars = panel->findChildren<Bar *>();
	for (int i = 0; i < bars.size(); i++)
		bars.at(i)->mark();
}

[[maybe_unused]] static void markAll(QWidget *panel)
{
	const QList<Bar *> bars = panel->findChildren<Bar *>();
	for (Bar *bar : bars)
		bar->mark();
}

static void ask([[maybe_unused]] QWidget *panel)
{
#if defined BEFORE
	QList<Bar *> bars = panel->findChildren<Bar *>();
	wait(100);
	for (Bar *bar : bars)
		bar->mark();
#elif defined WITHIN
	wait(100);
	for (Bar *bar : panel->findChildren<Bar *>())
		bar->mark();
#elif defined ADDED
	Bar *kept = panel->findChildren<Bar *>().at(0);
	wait(100);
	QList<Bar *> bars = panel->findChildren<Bar *>();
	bars.prepend(kept);
	for (int i = 0; i < bars.size(); i++)
		bars.at(i)->mark();
#elif defined WINDOWS
	wait(100);
	for (QWidget *window : QApplication::topLevelWidgets())
		if (Bar *bar = dynamic_cast<Bar *>(window))
			bar->mark();
#elif defined WINDOWS_BEFORE
	const QList<QWidget *> windows = QApplication::topLevelWidgets();
	wait(100);
	for (QWidget *window : windows)
		if (Bar *bar = dynamic_cast<Bar *>(window))
			bar->mark();
#elif defined INDEXED
	wait(100);
	markIndexed(panel);
#else
	wait(100);
	markAll(panel);
#endif
}

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	QWidget panel;
#if defined WINDOWS || defined WINDOWS_BEFORE
	Bar *bar = new Bar;
#else
	Bar *bar = new Bar(&panel);
#endif
	panel.show();
	QTimer::singleShot(20, qApp, [&panel] { ask(&panel); });
	// Stands for whoever closes a bar some time after this.
	QTimer::singleShot(1200, Qt::CoarseTimer, qApp, [bar] { delete bar; });
	QTimer::singleShot(1400, Qt::CoarseTimer, qApp, &QApplication::quit);
	return app.exec();
}
