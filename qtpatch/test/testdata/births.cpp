// births.cpp: posts events to objects without a name. The argument says how many
// others are made before the first of them, as another build may do.
#include <QCoreApplication>
#include <QEvent>
#include <QTimer>

#include <cstdlib>

struct Receiver : QObject {
	bool event(QEvent *e) override
	{
		if (e->type() == QEvent::User)
			QCoreApplication::quit();
		return QObject::event(e);
	}
};

int main(int argc, char **argv)
{
	QCoreApplication app(argc, argv);
	QTimer::singleShot(0, [&] {
		for (int i = 0; i < std::atoi(argv[1]); i++)
			new QObject(&app);
		QCoreApplication::postEvent(new Receiver, new QEvent(QEvent::User));
	});
	return app.exec();
}
