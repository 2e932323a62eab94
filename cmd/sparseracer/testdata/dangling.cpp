// A handler waits, its document goes meanwhile, and it knows by a flag of its own: with USES it does not look.
#include <QtWidgets>

#include <cstdio>

struct Document : QObject {
	int lines = 7;
};

static volatile bool gone;

int main(int argc, char **argv) {
	QApplication app(argc, argv);
	QTimer::singleShot(50, &app, [&] {
		auto *document = new Document;
		QDialog dialog;
		QTimer::singleShot(50, &dialog, [document] {
			gone = true;
			delete document;
		});
		QTimer::singleShot(150, &dialog, [&] { dialog.accept(); });
		dialog.exec();
#ifndef USES
		if (!gone)
#endif
			std::printf("%d\n", document->lines);
		QTimer::singleShot(50, &app, &QApplication::quit);
	});
	return app.exec();
}
