// clipboard: a key pastes what the clipboard has, as an editor does that asks for no null; others copy and clear. What is
// pasted is said in the file that the argument names.
#include <QtWidgets>

#include <cstdio>

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	std::FILE *said = std::fopen(argv[1], "w");
	if (!said)
		return 2;
	QWidget window;
	window.resize(200, 100);
	auto on = [&](const char *keys, auto does) {
		QObject::connect(new QShortcut(QKeySequence(keys), &window), &QShortcut::activated, &window, does);
	};
	on("Ctrl+P", [&] {
		const QMimeData *data = QGuiApplication::clipboard()->mimeData();
		std::fprintf(said, "%s, %d formats\n", data->hasText() ? qPrintable(data->text()) : "nothing", int(data->formats().size()));
		std::fflush(said);
	});
	on("Ctrl+T", [] { QGuiApplication::clipboard()->setText("text"); });
	on("Ctrl+L", [] { QGuiApplication::clipboard()->clear(); });
	window.show();
	return app.exec();
}
