// report_race: a task of a pool fills a report while its window is open. The window may be closed
// before the task has begun, and frees the report. In the session played here the task is quick.
//
// With MENDED: the window waits for the task when it closes.
#include <QCoreApplication>
#include <QThread>
#include <QThreadPool>
#include <QTimer>

struct Report {
	int lines = 0;
	~Report() { lines = -1; }
};

class Window : public QObject
{
public:
	void open();
	void close();

private:
	Report *m_report = nullptr;
	QThreadPool m_pool;
};

__attribute__((noinline)) static void fill(Report *report)
{
	report->lines += 10;
}

void Window::open()
{
	Report *report = m_report = new Report;
	m_pool.start([report] { fill(report); });
}

__attribute__((noinline)) void Window::close()
{
#ifdef MENDED
	m_pool.waitForDone();
#endif
	delete m_report;
}

int main(int argc, char **argv)
{
	QCoreApplication app(argc, argv);
	Window window;
	QTimer::singleShot(20, &window, &Window::open);
	QTimer::singleShot(300, &window, &Window::close);
	QTimer::singleShot(700, &app, &QCoreApplication::quit);
	return app.exec();
}
