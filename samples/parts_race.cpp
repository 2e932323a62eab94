// parts_race: an upload says how far it is, and when it is done, which frees what shows it. Two
// tasks of a pool say so, and nobody keeps them in order. In the session played here
// the second one is slow.
//
// With MENDED: one task says both.
#include <QCoreApplication>
#include <QThread>
#include <QThreadPool>
#include <QTimer>

struct Bar {
	int at = 0;
	~Bar() { at = -1; }
};

class Window : public QObject
{
public:
	void upload();

private:
	__attribute__((noinline)) void progress() { m_bar->at = 50; }
	__attribute__((noinline)) void done() { delete m_bar; }
	void sayProgress() { QMetaObject::invokeMethod(this, [this] { progress(); }, Qt::QueuedConnection); }
	void sayDone() { QMetaObject::invokeMethod(this, [this] { done(); }, Qt::QueuedConnection); }
	Bar *m_bar = nullptr;
};

void Window::upload()
{
	m_bar = new Bar;
	auto *pool = QThreadPool::globalInstance();
#ifdef MENDED
	pool->start([this] {
		sayProgress();
		QThread::msleep(250);
		sayDone();
	});
#else
	pool->start([this] { sayProgress(); });
	pool->start([this] {
		QThread::msleep(250);
		sayDone();
	});
#endif
}

int main(int argc, char **argv)
{
	QCoreApplication app(argc, argv);
	QThreadPool::globalInstance()->setMaxThreadCount(2);
	Window window;
	QTimer::singleShot(20, &window, &Window::upload);
	QTimer::singleShot(700, &app, &QCoreApplication::quit);
	const int code = app.exec();
	QThreadPool::globalInstance()->waitForDone();
	return code;
}
