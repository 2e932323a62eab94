// Posts the same again and again while what is said of it changes: the receiver's name, the
// receiver at its address, the type, the thread, and more receivers than are kept at a time.
// Says of each post what has to stand in the trace: type, class, name; "-" for no name.
#include <QCoreApplication>
#include <QEvent>
#include <QObject>
#include <QThread>
#include <cstdio>
#include <new>
#include <string>
#include <vector>

static void post(QObject *to, int type)
{
	std::string name = to->objectName().toStdString();
	std::printf("%d %s %.60s\n", type, to->metaObject()->className(), name.empty() ? "-" : name.c_str()); // so much is recorded
	QCoreApplication::postEvent(to, new QEvent(QEvent::Type(type)));
}

// Each posts once, so that no two labels have their cause in common.
class Chain : public QObject {
public:
	int left = 300;

protected:
	bool event(QEvent *e) override
	{
		if (e->type() == 1002 && left-- > 0)
			post(this, 1002);
		else if (e->type() == 1002)
			QCoreApplication::quit();
		return true;
	}
};

static void rename(QObject *o)
{
	for (const char *name : {"", "one", "two", "", "two"}) {
		o->setObjectName(QString::fromLatin1(name));
		post(o, 1000);
		post(o, 1001);
		post(o, 1000);
	}
	o->setObjectName(QString(70, 'x')); // longer than what is kept
	QCoreApplication::postEvent(o, new QEvent(QEvent::Type(1000)));
	std::printf("1000 QObject %s\n", std::string(60, 'x').c_str());
}

// At one address: a QObject, a QThread, a QObject that was born later.
static void replace()
{
	alignas(QThread) char place[sizeof(QThread)];
	for (int round = 0; round < 3; round++) {
		QObject *o = round == 1 ? new (place) QThread : new (place) QObject;
		post(o, 1000);
		post(o, 1000);
		QCoreApplication::sendPostedEvents(o);
		o->~QObject();
	}
}

int main(int argc, char **argv)
{
	QCoreApplication app(argc, argv);
	QObject named;
	std::vector<QObject> many(200);
	Chain chain;
	rename(&named);
	replace();
	for (int round = 0; round < 2; round++)
		for (QObject &o : many)
			post(&o, 1000);
	post(&named, QEvent::LayoutRequest); // has no label
	post(&named, QEvent::LayoutRequest);
	QThread *other = QThread::create([&] { post(&named, 1000); });
	other->start();
	other->wait();
	delete other;
	post(&chain, 1002);
	return app.exec();
}
