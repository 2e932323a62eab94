// tires: asks in a dialog, and uses freed memory after it from its third run on, whatever comes while the dialog waits.
// The file that is its argument has a byte for each run.
#include <QApplication>
#include <QFile>
#include <QMessageBox>
#include <QPushButton>

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	QFile runs(argv[1]);
	runs.open(QIODevice::Append);
	bool tired = runs.size() >= 2;
	runs.write("x");
	runs.close();
	QPushButton button("Ask");
	QObject::connect(&button, &QPushButton::clicked, [&] {
		int *answers = new int(0);
		if (tired)
			delete answers;
		QMessageBox::question(&button, "Question", "Go on?");
		++*answers;
		if (!tired)
			delete answers;
	});
	button.show();
	return app.exec();
}
