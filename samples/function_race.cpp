// function_race: a window has its totals computed by a function in the global pool, and prints
// the old ones meanwhile. The answer frees the old ones. In the session played here the
// computation is slow.
//
// With MENDED: the totals are computed when the old ones have been printed.
#include <QCoreApplication>
#include <QThread>
#include <QThreadPool>
#include <QTimer>

struct Totals {
	int sum = 1;
	~Totals() { sum = -1; }
};

class Window : public QObject
{
public:
	void compute();
	void print();

private:
	void computed();
	Totals *m_totals = new Totals;
	int m_printed = 0;
};

void Window::compute()
{
	QThreadPool::globalInstance()->start([this] {
		QThread::msleep(250);
		QMetaObject::invokeMethod(this, [this] { computed(); }, Qt::QueuedConnection);
	});
}

__attribute__((noinline)) void Window::computed()
{
	delete m_totals;
}

__attribute__((noinline)) void Window::print()
{
	m_printed += m_totals->sum;
#ifdef MENDED
	compute();
#endif
}

int main(int argc, char **argv)
{
	QCoreApplication app(argc, argv);
	Window window;
	QTimer::singleShot(60, &window, &Window::print);
	QTimer::singleShot(700, &app, &QCoreApplication::quit);
#ifndef MENDED
	QTimer::singleShot(10, &window, &Window::compute);
#endif
	const int code = app.exec();
	QThreadPool::globalInstance()->waitForDone();
	return code;
}
