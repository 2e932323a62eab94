// part.cpp: half of a program whose other half is the same source, compiled in
// another way (part.h).
#include "part.h"

#include <QEventLoop>
#include <QTimer>

Note *Part::make()
{
	return new Note{ 3 };
}

// The note is read before the loop, so that instrumented code reports it there, and
// after it.
int Part::wait(Note *note)
{
	int before = note->words;
	QEventLoop loop;
	QTimer::singleShot(0, &loop, &QEventLoop::quit);
	loop.exec();
	return before + note->words;
}

void Part::drop(Note *note)
{
	delete note;
}
