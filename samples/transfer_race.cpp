// transfer_race: a dialog on the stack shows how a transfer goes, and the window has a
// pointer to it, for what the server says. The last news may come when the dialog is
// closed and gone. In the session played here they come while it is open.
//
// With MENDED: the pointer is a QPointer, which knows when the dialog is gone.
#include <QApplication>
#include <QDialog>
#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <chrono>
#include <memory>
#include <thread>

class Window : public QWidget
{
public:
	void transfer();
	void news();

private:
#ifdef MENDED
	QPointer<QDialog> m_progress;
#else
	QDialog *m_progress = nullptr;
#endif
};

void Window::transfer()
{
	QDialog progress(this);
	m_progress = &progress;
	// Stands for the person who closes it.
	QTimer::singleShot(300, &progress, &QDialog::reject);
	progress.exec();
}

void Window::news()
{
	if (m_progress)
		m_progress->setWindowTitle(QStringLiteral("done"));
}

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	const auto window = std::make_unique<Window>();
	window->setObjectName(QStringLiteral("window"));
	window->show();
	QTimer::singleShot(20, window.get(), &Window::transfer);
	QTimer::singleShot(900, &app, &QCoreApplication::quit);
	std::thread server([&window] {
		std::this_thread::sleep_for(std::chrono::milliseconds(150));
		QMetaObject::invokeMethod(window.get(), [&window] { window->news(); }, Qt::QueuedConnection);
	});
	const int code = app.exec();
	server.join();
	return code;
}
