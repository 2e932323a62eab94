// pool_race: a task of a pool says that a page is outdated, which then goes; a timer shows it. The
// task begins with the program, so the answer may come before the timer. In
// the session played here the task takes long.
//
// With MENDED: the handler that shows the page starts the task.
#include <QCoreApplication>
#include <QRunnable>
#include <QThread>
#include <QThreadPool>
#include <QTimer>

struct Page {
	int shown = 0;
	~Page() { shown = -1; }
};

static Page *page;

__attribute__((noinline)) static void show()
{
	page->shown++;
}

__attribute__((noinline)) static void forget()
{
	delete page;
}

class Loader : public QRunnable
{
public:
	explicit Loader(QObject *reader) : m_reader(reader) {}
	void run() override
	{
		QThread::msleep(250);
		QMetaObject::invokeMethod(m_reader, forget, Qt::QueuedConnection);
	}

private:
	QObject *m_reader;
};

int main(int argc, char **argv)
{
	QCoreApplication app(argc, argv);
	QThreadPool pool;
	page = new Page;
	QTimer::singleShot(50, &app, [&] {
		show();
#ifdef MENDED
		pool.start(new Loader(&app));
#endif
	});
	QTimer::singleShot(700, &app, &QCoreApplication::quit);
#ifndef MENDED
	pool.start(new Loader(&app));
#endif
	const int code = app.exec();
	pool.waitForDone();
	return code;
}
