// stop_race: a task of a pool counts the words of a document step by step. The window forgets
// the document when it closes. In the session played here the task is over by then.
//
// With MENDED: the task asks under a lock whether it is to stop, and the window says so before.
#include <QCoreApplication>
#include <QMutex>
#include <QThreadPool>
#include <QTimer>

struct Document {
	int words = 0;
	~Document() { words = -1; }
};

class Window : public QObject
{
public:
	void open();
	void close();

private:
	void count();
	Document *m_document = nullptr;
#ifdef MENDED
	QMutex m_lock;
	bool m_stop = false;
#endif
};

__attribute__((noinline)) void Window::count()
{
	for (int i = 0; i < 3; i++) {
#ifdef MENDED
		const QMutexLocker locker(&m_lock);
		if (m_stop)
			return;
#endif
		m_document->words++;
	}
}

void Window::open()
{
	m_document = new Document;
	QThreadPool::globalInstance()->start([this] { count(); });
}

__attribute__((noinline)) void Window::close()
{
#ifdef MENDED
	const QMutexLocker locker(&m_lock);
	m_stop = true;
#endif
	delete m_document;
}

int main(int argc, char **argv)
{
	QCoreApplication app(argc, argv);
	Window window;
	QTimer::singleShot(20, &window, &Window::open);
	QTimer::singleShot(300, &window, &Window::close);
	QTimer::singleShot(700, &app, &QCoreApplication::quit);
	const int code = app.exec();
	QThreadPool::globalInstance()->waitForDone();
	return code;
}
