// handed_race: a handler asks something, and then hands a page that it knew before to
// functions of Qt. The page may be gone by then, which nobody sees in the program's own code:
// it is Qt that looks at it. A layout that is asked to forget the page only compares.
//
// With MENDED: a QPointer tells whether the page is still there. The layout is asked all the
// same.
#include <QDialog>
#include <QApplication>
#include <QLabel>
#include <QPointer>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>

struct Viewer : QScrollArea {
	Viewer();
	void ask();
	void replace();
	QWidget *inner = new QWidget;
	QVBoxLayout *other = new QVBoxLayout;
	QWidget *page = new QLabel("one", inner);
};

Viewer::Viewer()
{
	(new QVBoxLayout(inner))->addWidget(page);
	inner->layout()->addItem(other);
	setWidget(inner);
	setWidgetResizable(true);
	resize(200, 100);
}

void Viewer::ask()
{
	QWidget *shown = page;
#ifdef MENDED
	QPointer<QWidget> there = page;
#endif
	QDialog question(this);
	// Stands for the person who answers.
	QTimer::singleShot(60, &question, &QDialog::accept);
	question.exec();
	other->removeWidget(shown);
#ifdef MENDED
	if (!there)
		return;
#endif
	ensureWidgetVisible(shown);
}

// Stands for what brings another page.
void Viewer::replace()
{
	QWidget *old = page;
	page = new QLabel("two", inner);
	delete old;
}

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	Viewer viewer;
	viewer.show();
	QTimer::singleShot(20, &viewer, &Viewer::ask);
	QTimer::singleShot(300, Qt::CoarseTimer, &viewer, &Viewer::replace);
	QTimer::singleShot(500, &app, &QApplication::quit);
	return app.exec();
}
