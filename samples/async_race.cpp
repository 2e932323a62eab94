// async_race: a task of std::async saves a draft and tells the window, which then forgets the
// draft. The window looks at the draft once more after a while. In the session played here
// saving takes longer than that.
//
// With MENDED: the draft is saved when the window has looked at it.
#include <QCoreApplication>
#include <QThread>
#include <QTimer>

#include <future>

struct Draft {
	int looks = 0;
	~Draft() { looks = -1; }
};

class Window : public QObject
{
public:
	void save();
	void look();

private:
	__attribute__((noinline)) void saved() { delete m_draft; }
	Draft *m_draft = new Draft;
	std::future<void> m_saving;
};

void Window::save()
{
	m_saving = std::async(std::launch::async, [this] {
		QThread::msleep(250);
		QMetaObject::invokeMethod(this, [this] { saved(); }, Qt::QueuedConnection);
	});
}

__attribute__((noinline)) void Window::look()
{
	m_draft->looks++;
#ifdef MENDED
	save();
#endif
}

int main(int argc, char **argv)
{
	QCoreApplication app(argc, argv);
	Window window;
	QTimer::singleShot(60, &window, &Window::look);
	QTimer::singleShot(700, &app, &QCoreApplication::quit);
#ifndef MENDED
	QTimer::singleShot(10, &window, &Window::save);
#endif
	return app.exec();
}
