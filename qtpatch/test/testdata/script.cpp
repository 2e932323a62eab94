// script.cpp: one small Qt program a scenario; argv[1] names it. The operations
// that the hooks report for it are compared with what the test expects.

#include <QApplication>
#include <QDialog>
#include <QEventLoop>
#include <QSocketNotifier>
#include <QThread>
#include <QTimer>

#include <cstdio>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <unistd.h>

#ifdef SCRIPT_LIBRARY // loaded, with Qt, by late.c
#define SCRIPT_MAIN scripted
#else
#define SCRIPT_MAIN main
#endif

using Action = std::function<void()>;

struct Call : QEvent {
    explicit Call(Action a) : QEvent(User), action(std::move(a)) {}
    Action action;
};

struct Actor : QObject {
    bool event(QEvent *e) override
    {
        if (e->type() != QEvent::User)
            return QObject::event(e);
        static_cast<Call *>(e)->action();
        return true;
    }
};

static Actor *actor;

static void post(Action a, int prio = 0, QObject *to = nullptr)
{
    QCoreApplication::postEvent(to ? to : actor, new Call(std::move(a)), prio);
}

static void quit() { QCoreApplication::quit(); }
static void nothing() {}

// Of the objects that go, the one on the stack needs its parent.
static void family()
{
    post([] {
        auto *parent = new QObject;
        QObject *other = new QObject(parent);
        {
            QObject onStack(parent), alone;
            other->setObjectName("other");
        }
        delete other;
        new QObject(parent);
        delete parent;
        quit();
    });
}

static void deliver()
{
    auto *other = new Actor;
    post([] {
        Call direct(nothing);
        QCoreApplication::sendEvent(actor, &direct);
        post(quit);
    });
    post(nothing, 5);
    post(nothing, 0, other);
    QCoreApplication::removePostedEvents(other, QEvent::User);
    post(nothing, 0, other);
    delete other;
}

static void compress()
{
    post([] {
        QCoreApplication::postEvent(qApp, new QEvent(QEvent::Quit));
        QCoreApplication::postEvent(qApp, new QEvent(QEvent::Quit));
    });
}

static void nested()
{
    post([] {
        QEventLoop loop;
        post([&loop] { loop.exit(1); loop.quit(); });
        post(nothing);
        loop.exec();
        post(quit);
    });
}

static void cascade()
{
    post([] {
        for (int i = 0; i < 2; i++) {
            QEventLoop loop;
            post([&loop] { loop.quit(); });
            loop.exec();
        }
        QEventLoop idle;
        idle.quit(); // not running: no reset
        quit();
    });
}

static void startup()
{
    QEventLoop loop;
    post([&loop] { loop.quit(); });
    loop.exec();
    post(quit);
}

static void process()
{
    post([] {
        post(nothing);
        QCoreApplication::processEvents();
        post(nothing);
        QCoreApplication::processEvents(QEventLoop::AllEvents, 1);
        QEventLoop loop;
        loop.processEvents();
        quit();
    });
}

static void timers()
{
    QTimer::singleShot(0, actor, nothing);
    auto *t = new QTimer(actor);
    QObject::connect(t, &QTimer::timeout, [t] {
        static int n;
        if (++n == 3) {
            t->stop();
            quit();
        }
    });
    t->start(5);
}

static void deferred()
{
    post([] {
        (new Actor)->deleteLater();
        auto *twice = new Actor;
        twice->deleteLater();
        twice->deleteLater();
        QTimer::singleShot(60, actor, quit);
    });
}

// Asked for one sendEvent deeper, a delete runs in the handler's own loop.
static void deep()
{
    post([] {
        Call ask([] { (new Actor)->deleteLater(); });
        QCoreApplication::sendEvent(actor, &ask);
        QCoreApplication::processEvents();
        quit();
    });
}

static void flush()
{
    post([] {
        QCoreApplication::sendPostedEvents(actor, QEvent::User); // nothing there: no loop
        post(nothing);
        QCoreApplication::sendPostedEvents(actor, QEvent::User);
        quit();
    });
}

static void exception()
{
    post([] {
        QEventLoop loop;
        post([] { throw std::runtime_error("handler"); });
        try {
            loop.exec();
        } catch (const std::runtime_error &) {
            post(quit);
        }
    });
}

struct Poster : QThread {
    void run() override { post(::quit); }
};

static void thread()
{
    static Poster poster;
    poster.start();
    poster.wait();
}

static void worker()
{
    static QThread thread;
    static Actor there;
    there.moveToThread(&thread);
    post([] { thread.quit(); }, 0, &there);
    thread.start();
    thread.wait();
    post(quit);
}

// Threads that create objects, post to them and to the main thread, and die.
struct Storm : QThread {
    void run() override
    {
        for (int round = 0; round < 50; round++) {
            Actor here;
            for (int i = 0; i < 10; i++) {
                post(nothing, i % 3, &here);
                post(nothing);
            }
            QCoreApplication::removePostedEvents(&here, QEvent::User);
            post(nothing, 0, &here);
            QCoreApplication::processEvents();
            post(nothing, 0, &here);
            (new Actor)->deleteLater();
        }
        QTimer::singleShot(1, this, [this] { exit(); });
        QTimer late;
        late.start(60000);
        QMetaObject::invokeMethod(&late, [] {}, Qt::QueuedConnection);
        exec();
    }
};

static void storm()
{
    for (int i = 0; i < 8; i++) {
        auto *t = new Storm;
        QObject::connect(t, &QThread::finished, actor, [t] {
            static int n;
            delete t;
            if (++n == 8)
                quit();
        });
        t->moveToThread(t);
        t->start();
    }
}

static void socket()
{
    int ends[2];
    if (pipe(ends) != 0 || write(ends[1], "x", 1) != 1)
        return;
    auto *n = new QSocketNotifier(ends[0], QSocketNotifier::Read, actor);
    QObject::connect(n, &QSocketNotifier::activated, [n] {
        n->setEnabled(false);
        quit();
    });
}

static void dialog()
{
    post([] {
        QDialog d;
        QTimer::singleShot(20, &d, &QDialog::accept);
        d.exec();
        quit();
    });
}

#ifdef SCRIPT_LIBRARY
extern "C"
#endif
int SCRIPT_MAIN(int argc, char **argv)
{
    static const struct { const char *name; void (*run)(); } scenarios[] = {
        { "deliver", deliver }, { "compress", compress }, { "nested", nested },
        { "cascade", cascade }, { "startup", startup }, { "process", process },
        { "timers", timers }, { "deferred", deferred }, { "deep", deep }, { "flush", flush },
        { "exception", exception }, { "family", family }, { "thread", thread },
        { "worker", worker }, { "storm", storm }, { "socket", socket }, { "dialog", dialog },
    };
    const char *name = argc > 1 ? argv[1] : "";
    QCoreApplication *app = strcmp(name, "dialog") == 0 ? new QApplication(argc, argv)
                                                         : new QCoreApplication(argc, argv);
    actor = new Actor;
    actor->setObjectName(QStringLiteral("actor"));
    for (const auto &s : scenarios) {
        if (strcmp(s.name, name) != 0)
            continue;
        s.run();
        int code = app->exec();
        QCoreApplication::processEvents();
        delete actor;
        delete app;
        return code;
    }
    fprintf(stderr, "script: no scenario %s\n", name);
    return 2;
}
