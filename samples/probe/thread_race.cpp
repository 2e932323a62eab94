// thread_race: a thread follows what another program prints, and a mark is set in its log by a
// dialog. In harmless use the other program prints on until the window is closed, which ends it.
// When it ends by itself while the dialog is open, the thread has nothing left to follow: it
// finishes, the log is deleted in the slot of its signal, and the handler marks what is gone.
//
// With MENDED: the dialog is opened without a loop of its own, and its answer is connected to
// the log, so it is dropped with it.
#include <QApplication>
#include <QInputDialog>
#include <QMainWindow>
#include <QProcess>
#include <QPushButton>
#include <QSemaphore>
#include <QStatusBar>
#include <QStringList>
#include <QThread>

#include <csignal>

class Follower : public QThread
{
public:
	void stop()
	{
		started.acquire();
		if (pid > 0)
			::kill(pid_t(pid), SIGTERM);
		wait();
	}

protected:
	void run() override
	{
		QProcess source;
		source.start("cat", QStringList()); // stands for what prints now and then
		pid = source.waitForStarted() ? source.processId() : 0;
		started.release();
		while (source.waitForReadyRead(-1))
			source.readAll();
	}

private:
	QSemaphore started;
	qint64 pid = 0;
};

class Log : public QObject
{
public:
	void mark(const QString &name) { marks << name; }

	QStringList marks;
};

class Window : public QMainWindow
{
public:
	Window()
	{
		auto *button = new QPushButton("&Mark");
		setCentralWidget(button);
		connect(button, &QPushButton::clicked, this, &Window::mark);
		connect(&follower, &QThread::finished, this, [this] {
			delete log;
			log = nullptr;
			statusBar()->showMessage("ended");
		});
		follower.start();
	}
	~Window() override
	{
		follower.disconnect(this);
		follower.stop();
		delete log;
	}

private:
	void mark()
	{
		Log *marked = log;
		if (!marked)
			return;
#ifdef MENDED
		auto *dialog = new QInputDialog(this);
		dialog->setAttribute(Qt::WA_DeleteOnClose);
		dialog->setLabelText("&Name:");
		connect(dialog, &QInputDialog::textValueSelected, marked, [marked](const QString &name) { marked->mark(name); });
		dialog->open();
#else
		QString name = QInputDialog::getText(this, "Mark", "&Name:");
		if (!name.isEmpty())
			marked->mark(name);
#endif
	}

	Follower follower;
	Log *log = new Log;
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	Window window;
	window.resize(300, 100);
	window.show();
	return app.exec();
}
