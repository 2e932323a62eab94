// gone: a page is checked in two steps, each of which waits in a dialog; the first one asks again in
// a dialog of its own. Closing the page's window takes along the page, and the dialog of the first
// step. Whoever closes it then has no dialog left to answer, and is asked for the second step at
// once: the check goes on with a page that is gone. The second step's dialog is modal, so in its
// loop nobody can close the window.
//
// With MENDED: the check asks whether the page is still there.
#include <QApplication>
#include <QCloseEvent>
#include <QDialog>
#include <QEventLoop>
#include <QMainWindow>
#include <QPushButton>
#include <QVBoxLayout>

class Page
{
public:
	Page() { pages++; }
	~Page() { pages--; }
	void check(QWidget *window);

private:
	static int pages;
	int checked = 0;
};

int Page::pages = 0;

static void ask(QDialog *dialog, const char *answer, const char *again = nullptr)
{
	QVBoxLayout layout(dialog);
	QPushButton button(answer);
	layout.addWidget(&button);
	QEventLoop loop;
	QObject::connect(&button, &QPushButton::clicked, dialog, [&] {
		if (again) {
			QDialog sure(dialog);
			ask(&sure, again);
		}
		dialog->accept();
	});
	QObject::connect(dialog, &QDialog::finished, &loop, &QEventLoop::quit);
	dialog->show();
	loop.exec();
}

void Page::check(QWidget *window)
{
	QDialog first(window), second;
	ask(&first, "First", "Sure");
	second.setModal(true);
	ask(&second, "Second");
#ifdef MENDED
	if (pages == 0)
		return;
#endif
	checked++;
}

class Window : public QMainWindow
{
public:
	Window()
	{
		setObjectName("main");
		auto *button = new QPushButton("Check");
		setCentralWidget(button);
		connect(button, &QPushButton::clicked, this, [this] { if (page) page->check(this); });
	}
	void closeEvent(QCloseEvent *e) override
	{
		delete page;
		page = nullptr;
		for (QDialog *d : findChildren<QDialog *>())
			d->reject();
		e->accept();
	}

private:
	Page *page = new Page;
};

int main(int n, char **v)
{
	QApplication app(n, v);
	QWidget other;
	other.setObjectName("other");
	other.resize(200, 100);
	other.show();
	Window window;
	window.resize(200, 100);
	window.show();
	window.activateWindow();
	return app.exec();
}
