// waits.cpp: waits of the main thread, two whose time is over first, and two that end.
#include <QCoreApplication>
#include <QRunnable>
#include <QSemaphore>
#include <QThread>
#include <QThreadPool>
#include <QTimer>

static QSemaphore go;

struct Task : QRunnable {
    void run() override { go.acquire(); }
};

struct Thread : QThread {
    void run() override { go.acquire(); }
};

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    QTimer::singleShot(0, [] {
        QThreadPool pool;
        Thread thread;
        pool.start(new Task);
        thread.start();
        bool early = pool.waitForDone(1) || thread.wait(1);
        QCoreApplication::postEvent(qApp, new QEvent(QEvent::User));
        go.release(2);
        if (early || !pool.waitForDone() || !thread.wait())
            qFatal("a wait ended wrongly");
        QCoreApplication::quit();
    });
    return app.exec();
}
