// buried_race: a page asks something, and looks afterwards whether it still has an item. The
// page itself may be gone by then: whoever deletes it sets the pointer to null, so the test
// seems to guard the use, but it reads what is gone.
//
// With MENDED: a QPointer tells whether the page is still there, and lies elsewhere.
#include <QApplication>
#include <QDialog>
#include <QPointer>
#include <QTimer>
#include <QWidget>

struct Item {
	int number = 1;
};

struct Page : QObject {
	~Page() override;
	void edit(QWidget *over);
	Item *item = new Item;
};

Page::~Page()
{
	delete item;
	item = nullptr;
}

void Page::edit(QWidget *over)
{
#ifdef MENDED
	QPointer<Page> there = this;
#endif
	QDialog question(over);
	// Stands for the person who answers.
	QTimer::singleShot(60, &question, &QDialog::accept);
	question.exec();
#ifdef MENDED
	if (!there)
		return;
#endif
	if (item)
		item->number++;
}

struct Window : QWidget {
	void edit() { page->edit(this); }
	// Stands for what closes the page.
	void close()
	{
		delete page;
		page = nullptr;
	}
	Page *page = new Page;
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	auto *window = new Window;
	window->show();
	QTimer::singleShot(20, window, &Window::edit);
	QTimer::singleShot(300, Qt::CoarseTimer, window, &Window::close);
	QTimer::singleShot(500, &app, &QApplication::quit);
	return app.exec();
}
