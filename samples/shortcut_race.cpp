// shortcut_race: a check of a page waits in a dialog that blocks nothing, and counts on
// the page when it is done. A shortcut closes the page. In the session the check is long
// over, and the shortcut was typed in the search field; while the check waits, the focus
// is elsewhere, which does not matter to a shortcut.
//
// With MENDED: the check asks whether a page was closed meanwhile.
#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QEventLoop>
#include <QLineEdit>
#include <QMainWindow>
#include <QPushButton>
#include <QVBoxLayout>

class Page : public QWidget
{
public:
	Page() { setMinimumSize(200, 100); }
	~Page() override { closed++; }
	void check();

private:
	static int closed; // of all pages
	int checked = 0;
};

int Page::closed = 0;

void Page::check()
{
	QDialog dialog(window());
	QVBoxLayout layout(&dialog);
	QPushButton done("Done");
	layout.addWidget(&done);
	QEventLoop loop;
	QObject::connect(&done, &QPushButton::clicked, &loop, &QEventLoop::quit);
	dialog.show();
#ifdef MENDED
	int before = closed;
	loop.exec();
	if (closed != before)
		return;
#else
	loop.exec();
#endif
	checked++;
}

class Window : public QMainWindow
{
public:
	Window()
	{
		auto *central = new QWidget;
		layout = new QVBoxLayout(central);
		auto *search = new QLineEdit;
		search->setObjectName("search");
		auto *button = new QPushButton("Check");
		layout->addWidget(search);
		layout->addWidget(button);
		layout->addWidget(page = new Page);
		setCentralWidget(central);
		auto *close = new QAction("Close page", this);
		close->setShortcut(QKeySequence("Ctrl+W"));
		addAction(close);
		connect(close, &QAction::triggered, this, [this] { renew(); });
		connect(button, &QPushButton::clicked, this, [this] { page->check(); });
	}

private:
	void renew()
	{
		delete page;
		layout->addWidget(page = new Page);
	}

	QVBoxLayout *layout;
	Page *page;
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
