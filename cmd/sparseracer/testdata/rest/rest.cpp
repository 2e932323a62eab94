// rest: a press of its button sets off work in forty pieces, each 5 ms of processor time; the title says when it is done.
#include <QApplication>
#include <QPushButton>
#include <QTimer>

#include <ctime>

static void work()
{
	for (std::clock_t begun = std::clock(); std::clock() - begun < CLOCKS_PER_SEC / 200;)
		;
}

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	QWidget window;
	QPushButton button("Work", &window);
	QTimer pieces;
	int left = 40;
	window.setWindowTitle("Idle");
	QObject::connect(&button, &QPushButton::clicked, [&] { pieces.start(0); });
	QObject::connect(&pieces, &QTimer::timeout, [&] {
		work();
		if (--left)
			return;
		pieces.stop();
		window.setWindowTitle("Done");
	});
	window.show();
	return app.exec();
}
