// jumps.cpp: slots whose last call is a jump, as compilers make it: what they call returns into Qt, which called them.
#include <QCoreApplication>
#include <QEventLoop>
#include <QSemaphore>
#include <QThread>
#include <QTimer>
#include <cstring>
#include <glib.h>

static QEventLoop *inner;
static QSemaphore *semaphore;
static QObject *target;
static GSource *source;

static void nothing() {}
static void innerEnds() { inner->quit(); }
static void appEnds() { QCoreApplication::quit(); }
static gboolean comes(gpointer) { QCoreApplication::quit(); return FALSE; }

static void execs() { inner->exec(); }
static void attaches() { g_source_attach(source, nullptr); }

static void waits()
{
    QMetaObject::invokeMethod(target, nothing, Qt::QueuedConnection);
    semaphore->acquire();
}

// Qt itself waits.
static void blocks() { QMetaObject::invokeMethod(target, nothing, Qt::BlockingQueuedConnection); }

static QTimer *late;
static QEvent *event;
static void deletes() { target->deleteLater(); }
static void starts() { late->start(); }
static void posts() { QCoreApplication::postEvent(target, event); }

static void calls(void (*slot)(), int delay)
{
    auto *timer = new QTimer(qApp);
    timer->setSingleShot(true);
    QObject::connect(timer, &QTimer::timeout, slot);
    timer->start(delay);
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    QThread thread;
    QObject worker, aim;
    if (argc > 1 && !strcmp(argv[1], "exec")) {
        inner = new QEventLoop(&app);
        QMetaObject::invokeMethod(&app, execs, Qt::QueuedConnection);
        calls(innerEnds, 20);
        calls(appEnds, 40);
    } else if (argc > 1 && !strcmp(argv[1], "ask")) {
        target = new QObject;
        event = new QEvent(QEvent::User);
        late = new QTimer(&app);
        late->setInterval(7);
        for (void (*slot)() : {posts, starts, deletes})
            QMetaObject::invokeMethod(&app, slot, Qt::QueuedConnection);
        calls(appEnds, 40);
    } else if (argc > 1 && !strcmp(argv[1], "attach")) {
        source = g_idle_source_new();
        g_source_set_callback(source, comes, nullptr, nullptr);
        calls(attaches, 0);
    } else {
        target = &aim;
        semaphore = new QSemaphore(1);
        worker.moveToThread(&thread);
        QMetaObject::invokeMethod(&worker, argc > 1 && !strcmp(argv[1], "block") ? blocks : waits, Qt::QueuedConnection);
        thread.start();
        calls(appEnds, 40);
    }
    int code = app.exec();
    thread.quit();
    thread.wait();
    return code;
}
