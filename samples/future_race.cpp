// future_race: a document is counted in the background, and the answer is written into it. The
// document may be closed before. In the session played here it is closed later.
//
// With MENDED: who waits for the answer belongs to the document and goes with it.
#include <QCoreApplication>
#include <QFutureWatcher>
#include <QThread>
#include <QTimer>
#include <QtConcurrentRun>

class Document : public QObject
{
public:
	__attribute__((noinline)) void counted(int words) { m_words = words; }

private:
	int m_words = 0;
};

static int count()
{
	QThread::msleep(30);
	return 3;
}

class Window : public QObject
{
public:
	void open();
	void close();

private:
	Document *m_document = nullptr;
};

void Window::open()
{
	Document *document = m_document = new Document;
#ifdef MENDED
	auto *watcher = new QFutureWatcher<int>(document);
#else
	auto *watcher = new QFutureWatcher<int>(this);
#endif
	connect(watcher, &QFutureWatcherBase::finished, watcher, [document, watcher] { document->counted(watcher->result()); });
	watcher->setFuture(QtConcurrent::run(count));
}

__attribute__((noinline)) void Window::close()
{
	delete m_document;
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
