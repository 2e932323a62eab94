// times.cpp: timers of fifteen and thirty seconds, in virtual time; what is no timer keeps
// the real one.
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QMutex>
#include <QThread>
#include <QTimer>
#include <QWaitCondition>

#include <cstdio>

static void say(const char *what)
{
	puts(what);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	QCoreApplication app(argc, argv);
	int ticks = 0;
	QTimer every;
	QObject::connect(&every, &QTimer::timeout, [&] { ticks++; });
	every.start(1500);
	QTimer::singleShot(30000, [&] {
		say(ticks >= 18 && ticks <= 20 ? "two" : "the ticks went wrong");
		app.quit();
	});
	QTimer late;
	late.setSingleShot(true);
	QObject::connect(&late, &QTimer::timeout, [&] {
		QElapsedTimer real;
		QMutex mutex;
		QWaitCondition nobody;
		real.start();
		mutex.lock();
		nobody.wait(&mutex, 50);
		mutex.unlock();
		say(real.elapsed() >= 45 ? "one" : "a wait was cut short");
	});
	late.start(15000);
	// A reply from another thread needs no virtual time, however long it takes.
	QThread *worker = QThread::create([&] { QMetaObject::invokeMethod(&app, [] { say("reply"); }); });
	QTimer::singleShot(0, [&] { worker->start(); worker->wait(); });
	return app.exec();
}
