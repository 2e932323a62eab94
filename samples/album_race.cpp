// album_race: QtConcurrent::run has the pictures of an album counted under the album's lock, and
// Close deletes the album. In the session played here counting is over by then. The lock goes with
// the album: to destroy one is not to wait for who held it.
//
// With MENDED: closing looks at the task until it is over.
#include <QCoreApplication>
#include <QMutex>
#include <QTimer>
#include <QtConcurrentRun>

#include <atomic>

class Album
{
public:
	int count();
	~Album();

private:
	QMutex m_lock;
	std::atomic<bool> m_counting{false};
	int m_pictures = 12;
};

__attribute__((noinline)) int Album::count()
{
	m_counting = true;
	m_lock.lock();
	const int n = m_pictures++;
	m_lock.unlock();
	m_counting = false;
	return n;
}

Album::~Album()
{
	if (m_counting.load(std::memory_order_acquire))
		qFatal("closed too early");
}

class Window : public QObject
{
public:
	void open();
	void close();

private:
	Album *m_album = nullptr;
	QFuture<int> m_counted;
};

void Window::open()
{
	Album *album = m_album = new Album;
	m_counted = QtConcurrent::run([album] { return album->count(); });
}

__attribute__((noinline)) void Window::close()
{
#ifdef MENDED
	while (!m_counted.isFinished())
		QCoreApplication::processEvents();
#endif
	delete m_album;
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
