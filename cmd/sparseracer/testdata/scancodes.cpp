// Writes the numbers of the keys that it gets, as programs with shortcuts of their own look them up.
#include <QApplication>
#include <QKeyEvent>
#include <QWidget>

#include <cstdio>

class Keys : public QWidget
{
	void keyPressEvent(QKeyEvent *event) override
	{
		fprintf(stderr, "%d %u %s\n", event->key(), event->nativeScanCode(), qPrintable(event->text()));
	}
};

int main(int argc, char *argv[])
{
	QApplication app(argc, argv);
	Keys keys;
	keys.show();
	return app.exec();
}
