// background.cpp: a program that goes into the background: its first process ends, and a
// second one, without an exec, has the window. With an argument it stays.
#include <QApplication>
#include <QTimer>
#include <QWidget>
#include <unistd.h>

int main(int argc, char **argv)
{
	if (argc == 1 && fork() > 0)
		_exit(0);
	QApplication app(argc, argv);
	QWidget window;

	window.show();
	QTimer::singleShot(2000, &app, &QApplication::quit);
	return app.exec();
}
