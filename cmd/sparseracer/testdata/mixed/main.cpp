// main.cpp: each half of the program keeps a note across a loop of its own.
#include "part.h"

#include <QCoreApplication>
#include <QTimer>

struct LibraryPart {
	static Note *make();
	static int wait(Note *note);
	static void drop(Note *note);
};

int main(int argc, char **argv)
{
	QCoreApplication app(argc, argv);
	Note *mine = Part::make(), *theirs = LibraryPart::make();
	int words = 0;
	QTimer::singleShot(0, [&] { words += Part::wait(mine); });
	QTimer::singleShot(0, [&] {
		words += LibraryPart::wait(theirs);
		QTimer::singleShot(0, [&] {
			Part::drop(mine);
			LibraryPart::drop(theirs);
			app.quit();
		});
	});
	app.exec();
	return words == 12 ? 0 : 3;
}
