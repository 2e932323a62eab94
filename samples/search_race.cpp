// search_race: a search lets events be handled while it goes through a long
// history, and goes on with the history it has found at its start. Whoever closes
// the window meanwhile frees that. The session only searches, waits and closes
// (search_race.session): what makes the crash is a person's input come early.
//
// With MENDED: the search asks whether its window still lives.
#include <QApplication>
#include <QMainWindow>
#ifdef MENDED
#include <QPointer>
#endif
#include <QPushButton>
#include <QThread>

#include <vector>

struct History {
	std::vector<int> lines = std::vector<int>(4000, 1);
	int found = 0;

	void look(int from, int to)
	{
		for (int i = from; i < to; i++)
			found += lines[size_t(i)] == 0;
	}
};

class Window : public QMainWindow
{
public:
	Window()
	{
		setWindowTitle("Search");
		setAttribute(Qt::WA_DeleteOnClose);
		auto *button = new QPushButton("&Find", this);
		setCentralWidget(button);
		connect(button, &QPushButton::clicked, this, &Window::find);
	}
	~Window() override { delete history; }

private:
	void find()
	{
#ifdef MENDED
		QPointer<Window> alive = this;
#endif
		History *searched = history;
		for (int i = 0; i < 40; i++) {
#ifdef MENDED
			if (!alive)
				return;
#endif
			searched->look(100 * i, 100 * (i + 1));
			QThread::msleep(5);
			QCoreApplication::processEvents();
		}
	}

	History *history = new History;
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	auto *window = new Window;
	window->resize(200, 100);
	window->show();
	return app.exec();
}
