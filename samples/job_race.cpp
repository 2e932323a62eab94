// job_race: a handler waits for a job in a loop of its own, and goes on with what it
// found before. The loop takes a person's input as any does: whoever closes the window
// meanwhile frees that. The session only starts the job, waits and closes
// (job_race.session).
//
// With MENDED: the loop excludes what a person does, as KDE's jobs
// wait: the close comes when the job is over.
#include <QApplication>
#include <QEventLoop>
#include <QMainWindow>
#include <QPushButton>
#include <QTimer>

struct Document {
	int pages = 1;
};

class Window : public QMainWindow
{
public:
	Window()
	{
		setWindowTitle("Job");
		setAttribute(Qt::WA_DeleteOnClose);
		auto *button = new QPushButton("&Load", this);
		setCentralWidget(button);
		connect(button, &QPushButton::clicked, this, &Window::load);
	}
	~Window() override { delete document; }

private:
	void load()
	{
		Document *loaded = document;
		QEventLoop loop;
		QTimer steps;
		int left = 20;
		connect(&steps, &QTimer::timeout, &loop, [&] {
			if (--left == 0)
				loop.quit();
		});
		steps.start(10);
#ifdef MENDED
		loop.exec(QEventLoop::ExcludeUserInputEvents);
#else
		loop.exec();
#endif
		loaded->pages++;
	}

	Document *document = new Document;
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	auto *window = new Window;
	window->resize(200, 100);
	window->show();
	return app.exec();
}
