// only_one: a program that runs once: another instance ends at once, as a lock file or a name on D-Bus says. Its dialog notes
// in a file that it was opened.
#include <QtDBus>
#include <QtWidgets>

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	QLockFile lock(QDir::temp().filePath("only_one.lock"));
	if (!lock.tryLock(0) || !QDBusConnection::sessionBus().registerService("org.example.only_one"))
		return 0;
	QString notes = app.arguments().value(1);
	QMainWindow window;
	QPushButton button("Ask");
	window.setCentralWidget(&button);
	QObject::connect(&button, &QPushButton::clicked, [&] {
		QFile file(notes);
		if (file.open(QIODevice::Append))
			file.write("opened\n");
		QMessageBox::question(&window, "Question", "Really?");
	});
	window.show();
	return app.exec();
}
