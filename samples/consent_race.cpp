// consent_race: a worker with a loop of its own asks the window whether it may go on, and tells
// it later that all is done, which frees the job. The question's loop may be open then. In the
// session played here it is answered before.
//
// With MENDED: the worker waits for the answer (Qt::BlockingQueuedConnection).
#include <QCoreApplication>
#include <QEventLoop>
#include <QThread>
#include <QTimer>

struct Job {
	int consents = 0;
	~Job() { consents = -1; }
};

class Window : public QObject
{
public:
	void ask();
	void done();

private:
	Job *m_job = new Job;
};

__attribute__((noinline)) void Window::ask()
{
	QEventLoop question;
	// Stands for the person who answers.
	QTimer::singleShot(100, &question, &QEventLoop::quit);
	question.exec();
	m_job->consents++;
}

__attribute__((noinline)) void Window::done()
{
	delete m_job;
}

class Worker : public QObject
{
public:
	explicit Worker(Window *window) : m_window(window) {}
	void work();

private:
	Window *m_window;
};

void Worker::work()
{
#ifdef MENDED
	const auto how = Qt::BlockingQueuedConnection;
#else
	const auto how = Qt::QueuedConnection;
#endif
	Window *window = m_window;
	QMetaObject::invokeMethod(window, [window] { window->ask(); }, how);
	QThread::msleep(300);
	QMetaObject::invokeMethod(window, [window] { window->done(); }, Qt::QueuedConnection);
}

int main(int argc, char **argv)
{
	QCoreApplication app(argc, argv);
	Window window;
	QThread thread;
	Worker worker(&window);
	worker.moveToThread(&thread);
	thread.start();
	QTimer::singleShot(200, &worker, &Worker::work); // not over before the thread runs: Qt 6 then calls at once
	QTimer::singleShot(1500, &app, &QCoreApplication::quit);
	const int code = app.exec();
	thread.quit();
	thread.wait();
	return code;
}
