// A program of Qt that takes for granted that there is an X server: where there is none it crashes, or ends with a status.
#include <QApplication>
#include <QPushButton>
#include <cstdlib>

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	if (QGuiApplication::platformName() != "xcb") {
		if (argc > 1)
			abort();
		return 3;
	}
	QPushButton button("Press");
	button.show();
	return app.exec();
}
