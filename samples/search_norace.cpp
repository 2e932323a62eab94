// search_norace: search_race with the search asking whether its window still lives.
#include <QApplication>
#include <QMainWindow>
#include <QPointer>
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
		QPointer<Window> alive = this;
		History *searched = history;
		for (int i = 0; i < 40; i++) {
			if (!alive)
				return;
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
