// shelf_race: who lends a book keeps where it stands while a question is open. A book that is
// added meanwhile has the whole shelf move.
//
// With MENDED: the books are gone through after the question, by what counts them first, so
// both look at where the shelf is. Whoever adds a book has said by then where it is now.
#include <QApplication>
#include <QDialog>
#include <QTimer>
#include <QWidget>

#include <vector>

struct Book {
	int lent = 0;
};

struct Shelf {
	void lend(QWidget *over);
	void add() { books.emplace_back(); }
	[[gnu::noinline]] size_t count() const { return books.size(); }
	[[gnu::noinline]] void mark();
	size_t seen = 0;
	std::vector<Book> books{1};
};

void Shelf::mark()
{
	for (auto &book : books)
		book.lent++;
}

void Shelf::lend(QWidget *over)
{
#ifndef MENDED
	auto &first = books.front();
#endif
	QDialog question(over);
	// Stands for the person who answers.
	QTimer::singleShot(60, &question, &QDialog::accept);
	question.exec();
#ifdef MENDED
	seen = count();
	mark();
#else
	first.lent++;
#endif
}

struct Window : QWidget {
	void lend() { shelf.lend(this); }
	// Stands for what comes from elsewhere.
	void add() { shelf.add(); }
	Shelf shelf;
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	Window window;
	window.show();
	QTimer::singleShot(20, &window, &Window::lend);
	QTimer::singleShot(300, Qt::CoarseTimer, &window, &Window::add);
	QTimer::singleShot(500, &app, &QApplication::quit);
	return app.exec();
}
