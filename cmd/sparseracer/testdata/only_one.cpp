// only_one: a program that runs once: another instance ends at once, as a lock file or a name on D-Bus says. Its dialog notes
// in a file that it was opened; with a second argument the program ends at once when it was twice.
#include <QtDBus>
#include <QtWidgets>

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	QString notes = app.arguments().value(1);
	QLockFile lock(QDir::temp().filePath("only_one" + QString(notes).replace('/', '_')));
	if (!lock.tryLock(0) || !QDBusConnection::sessionBus().registerService("org.example.only_one"))
		return 0;
	QFile before(notes);
	if (argc > 2 && before.open(QIODevice::ReadOnly) && before.readAll().count('\n') >= 2)
		return 0;
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
