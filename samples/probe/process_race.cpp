// process_race: a window converts a film with another program, and shows in a dialog how far
// that is. In harmless use the dialog is left while the other program still runs; it goes on
// until the window is closed. When it ends while the dialog is open, because it is done, out of
// memory or killed, the job is deleted, and the handler notes in it that it was looked at.
//
// With MENDED: the handler asks for the job again when the dialog was left.
#include <QApplication>
#include <QMainWindow>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QStatusBar>
#include <QVBoxLayout>

struct Job {
	QString film;
	int looks = 0;
};

class Window : public QMainWindow
{
public:
	Window()
	{
		auto *middle = new QWidget;
		auto *column = new QVBoxLayout(middle);
		auto *convert = new QPushButton("&Convert"), *details = new QPushButton("&Details");
		column->addWidget(convert);
		column->addWidget(details);
		setCentralWidget(middle);
		connect(convert, &QPushButton::clicked, this, &Window::start);
		connect(details, &QPushButton::clicked, this, &Window::showDetails);
		connect(&converter, QOverload<int, QProcess::ExitStatus>::of(&QProcess::finished), this, &Window::finished);
	}
	~Window() override
	{
		converter.disconnect(this);
		converter.kill();
		converter.waitForFinished();
		delete job;
	}

private:
	void start()
	{
		if (job)
			return;
		job = new Job{ "Holiday" };
		converter.start("cat", QStringList()); // stands for what takes hours
		statusBar()->showMessage("converting " + job->film);
	}

	void showDetails()
	{
		Job *shown = job;
		if (!shown)
			return;
		QMessageBox box(QMessageBox::Information, "Details", shown->film + " is being converted.",
		                QMessageBox::Ok, this);
		box.exec();
#ifdef MENDED
		shown = job;
		if (!shown)
			return;
#endif
		shown->looks++;
		statusBar()->showMessage(QString("%1, looked at %2 times").arg(shown->film).arg(shown->looks));
	}

	void finished(int code)
	{
		statusBar()->showMessage(code ? "failed" : "done");
		delete job;
		job = nullptr;
	}

	QProcess converter;
	Job *job = nullptr;
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	Window window;
	window.show();
	return app.exec();
}
