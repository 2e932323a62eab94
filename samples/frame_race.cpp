// frame_race: a handler keeps what it is about in its frame while it asks a person, and
// the window has a pointer to that meanwhile, for what a server answers. The answer may
// come later than the person's: then the pointer is to the frame of a function that has
// returned. In the session played here the server is the first.
//
// With MENDED: the window forgets the pointer when the dialog is over.
#include <QApplication>
#include <QDialog>
#include <QTimer>
#include <QWidget>

#include <chrono>
#include <memory>
#include <thread>

struct Search {
	int found = 0;
	int shown = 0;
};

class Window : public QWidget
{
public:
	void ask();
	void answered();

private:
	Search *m_search = nullptr;
	int m_found = 0;
};

void Window::ask()
{
	Search search;
	m_search = &search;
	QDialog dialog(this);
	// Stands for the person who has seen enough.
	QTimer::singleShot(300, &dialog, &QDialog::accept);
	dialog.exec();
#ifdef MENDED
	m_search = nullptr;
#endif
	m_found += search.found;
}

void Window::answered()
{
	if (m_search)
		m_search->found++;
}

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	const auto window = std::make_unique<Window>();
	window->setObjectName(QStringLiteral("window"));
	window->show();
	QTimer::singleShot(20, window.get(), &Window::ask);
	QTimer::singleShot(900, &app, &QCoreApplication::quit);
	std::thread server([&window] {
		std::this_thread::sleep_for(std::chrono::milliseconds(150));
		QMetaObject::invokeMethod(window.get(), [&window] { window->answered(); }, Qt::QueuedConnection);
	});
	const int code = app.exec();
	server.join();
	return code;
}
