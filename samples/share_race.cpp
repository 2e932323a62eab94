// share_race: QtConcurrent::run has a picture scaled, and the window forgets the picture when it
// closes. In the session played here scaling is over by then.
//
// With MENDED: the task shares the picture.
#include <QCoreApplication>
#include <QTimer>
#include <QtConcurrentRun>

#include <memory>

struct Picture {
	int width = 640;
	~Picture() { width = 0; }
};

class Window : public QObject
{
public:
	void open();
	void close();

private:
	std::shared_ptr<Picture> m_picture;
	QFuture<int> m_scaled;
};

__attribute__((noinline)) static int scale(Picture *picture)
{
	return picture->width /= 2;
}

void Window::open()
{
	m_picture = std::make_shared<Picture>();
#ifdef MENDED
	std::shared_ptr<Picture> picture = m_picture;
	m_scaled = QtConcurrent::run([picture] { return scale(picture.get()); });
#else
	Picture *picture = m_picture.get();
	m_scaled = QtConcurrent::run([picture] { return scale(picture); });
#endif
}

__attribute__((noinline)) void Window::close()
{
	m_picture.reset();
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
