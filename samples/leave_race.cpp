// leave_race: a dialog waits for a program; when that ends, its handler counts it in the
// job and closes the dialog. A person can leave the dialog before.
//
// The race: behind the dialog's loop the job is deleted. Had the person left the dialog by
// Escape, the end of the program would come after that. In the session nobody does: it is the
// handler that uses the job that ends the loop (leave_race.session).
//
// With MENDED: the handler looks whether there is a job.

#include <QApplication>
#include <QDialog>
#include <QMainWindow>
#include <QPointer>
#include <QProcess>
#include <QPushButton>

struct Job {
	int code = -1;
};

class Window : public QMainWindow
{
public:
	Window()
	{
		auto *button = new QPushButton("Start");
		setCentralWidget(button);
		connect(button, &QPushButton::clicked, this, [this] { start(); });
		connect(&program, QOverload<int, QProcess::ExitStatus>::of(&QProcess::finished), this, [this](int code) { done(code); });
	}

private:
	void start()
	{
		job = new Job;
		dialog = new QDialog(this);
		program.start("/bin/sh", {"-c", "sleep 0.4; exit 2"});
		dialog->exec();
		delete dialog;
		delete job;
#ifdef MENDED
		job = nullptr;
#endif
	}

	void done(int code)
	{
#ifdef MENDED
		if (!job)
			return;
#endif
		job->code = code;
		if (dialog)
			dialog->close();
	}

	QProcess program;
	QPointer<QDialog> dialog;
	Job *job = nullptr;
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	auto *window = new Window;
	window->show();
	int code = app.exec();
	delete window;
	return code;
}
