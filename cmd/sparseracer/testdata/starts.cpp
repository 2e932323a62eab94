// A program that crashes before a person can do anything: before its window is there, or soon after.
#include <QApplication>
#include <QLabel>
#include <QTimer>
#include <cstdlib>

__attribute__((noinline)) static int begin(int *setting)
{
	return *setting;
}

static int freed()
{
	int *setting = new int(7);
	delete setting;
	return begin(setting);
}

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
#ifdef FREED
	if (freed() == 8)
		return 1;
#elif defined(ABORTS)
	abort();
#endif
	QLabel window("Shown");
	window.show();
	QTimer::singleShot(500, [] { exit(freed() == 8); });
	return app.exec();
}
