// question_race: a page's context menu waits, and counts on the page when it is over. The
// window's close asks whether the page is to go, by a box that is answered with a key. In
// the session the menu is gone by then. While the menu is open, it has the keyboard; but
// the box closes it, and the key is the box's.
//
// With MENDED: the page asks whether one has gone meanwhile.
#include <QApplication>
#include <QCloseEvent>
#include <QContextMenuEvent>
#include <QMainWindow>
#include <QMenu>
#include <QMessageBox>

class Page : public QWidget
{
public:
	explicit Page(QWidget *parent) : QWidget(parent) { setMinimumSize(200, 150); }
	~Page() override { gone++; }

protected:
	void contextMenuEvent(QContextMenuEvent *e) override
	{
		QMenu menu;
		menu.addAction("Cut");
		menu.addAction("Copy");
#ifdef MENDED
		int before = gone;
		menu.exec(e->globalPos());
		if (gone != before)
			return;
#else
		menu.exec(e->globalPos());
#endif
		chosen++;
	}

private:
	static int gone; // of all pages
	int chosen = 0;
};

int Page::gone = 0;

class Window : public QMainWindow
{
public:
	Window() : page(new Page(this)) { setCentralWidget(page); }

protected:
	void closeEvent(QCloseEvent *e) override
	{
		if (QMessageBox::question(this, "Close", "Close the page, too?") == QMessageBox::Yes)
			drop();
		else
			e->ignore();
	}

private:
	void drop()
	{
		delete page;
		page = nullptr;
	}

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
