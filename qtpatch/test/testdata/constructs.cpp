// constructs.cpp: every construct by which a Qt program queues, delivers, nests and
// ends, one a run; argv[1] names it. The operations that the hooks on the stock
// library report for it are compared with those that the patched QtCore reports.
// Rules: what happens must not depend on time; threads take turns by semaphores.

#include <QAction>
#include <QAnimationDriver>
#include <QApplication>
#include <QDBusConnection>
#include <QDBusInterface>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDialog>
#include <QDrag>
#include <QEventLoop>
#include <QEventLoopLocker>
#include <QKeyEvent>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPropertyAnimation>
#include <QPushButton>
#include <QSemaphore>
#include <QSocketNotifier>
#include <QThread>
#include <QTimer>
#include <QWindow>

#include <cstdio>
#include <cstring>
#include <functional>
#include <sys/socket.h>
#include <unistd.h>

using Action = std::function<void()>;

struct Call : QEvent {
    explicit Call(Action a) : QEvent(User), action(std::move(a)) {}
    Action action;
};

struct Actor : QObject {
    explicit Actor(const char *name = "actor", QObject *parent = nullptr) : QObject(parent)
    {
        setObjectName(QString::fromLatin1(name));
    }
    bool event(QEvent *e) override
    {
        if (e->type() != QEvent::User)
            return QObject::event(e);
        static_cast<Call *>(e)->action();
        return true;
    }
};

static Actor *actor;

// ms; by then what is queued has been delivered, on a busy machine too.
static const int soon = 80;

static void post(Action a, int prio = 0, QObject *to = nullptr)
{
    QCoreApplication::postEvent(to ? to : actor, new Call(std::move(a)), prio);
}

// Twice as late: a first timer that is late itself, because showing a window took long,
// still leaves the loop a turn for what that window has queued.
static void later(QObject *context, Action a)
{
    QTimer::singleShot(soon, context, [=] { QTimer::singleShot(soon, context, a); });
}

static void quit() { QCoreApplication::quit(); }
static void nothing() {}

// A thread that runs one function and nothing else.
struct Runner : QThread {
    Runner(const char *name, Action a) : action(std::move(a)) { setObjectName(name); }
    ~Runner() { wait(); }
    void run() override { action(); }
    Action action;
};

static void dialog()
{
    post([] {
        QDialog d;
        later(&d, [&d] { d.accept(); });
        d.exec();
        post(quit);
    });
}

static void messagebox()
{
    post([] {
        QMessageBox box(QMessageBox::Question, "title", "text", QMessageBox::Yes | QMessageBox::No);
        later(&box, [&box] { box.button(QMessageBox::Yes)->click(); });
        box.exec();
        quit();
    });
}

static void menu()
{
    post([] {
        QMenu m;
        m.addAction("entry");
        later(&m, [&m] { m.close(); });
        m.exec(QPoint(1, 1));
        quit();
    });
}

static void locker()
{
    post([] {
        QEventLoop loop;
        auto *lock = new QEventLoopLocker(&loop);
        post([lock] { delete lock; });
        loop.exec();
        quit();
    });
}

static void process()
{
    post([] {
        const QEventLoop::ProcessEventsFlags flags[] = {
            QEventLoop::AllEvents, QEventLoop::ExcludeUserInputEvents, QEventLoop::ExcludeSocketNotifiers,
        };
        for (auto f : flags) {
            post(nothing);
            QCoreApplication::processEvents(f);
        }
        post(nothing);
        QCoreApplication::processEvents(QEventLoop::AllEvents, 0);
        QEventLoop loop;
        post(nothing);
        loop.processEvents(QEventLoop::ExcludeUserInputEvents);
        post(nothing);
        loop.processEvents(QEventLoop::AllEvents, 0);
        quit();
    });
}

static void wait()
{
    post([] {
        bool done = false;
        post([&done] { post([&done] { done = true; post(nothing); }); });
        while (!done)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        quit();
    });
}

// As KJob::exec: started by a queued call, waits without input, deletes itself.
struct Job : Actor {
    explicit Job() : Actor("job") {}
    void exec()
    {
        QEventLoop loop(this);
        post([this, &loop] { post([this, &loop] { loop.exit(1); deleteLater(); }, 0, this); }, 0, this);
        loop.exec(QEventLoop::ExcludeUserInputEvents);
        post(quit);
    }
};

static void job()
{
    post([] { (new Job)->exec(); });
}

static void queued()
{
    auto *other = new Actor("other", actor);
    QObject::connect(actor, &QObject::objectNameChanged, other, nothing, Qt::QueuedConnection);
    post([other] {
        actor->setObjectName("renamed");
        QMetaObject::invokeMethod(other, nothing, Qt::QueuedConnection);
        QMetaObject::invokeMethod(other, "deleteLater", Qt::QueuedConnection);
        QMetaObject::invokeMethod(actor, quit, Qt::QueuedConnection);
    });
}

static void blocking()
{
    static Runner worker("worker", [] {
        QMetaObject::invokeMethod(actor, nothing, Qt::BlockingQueuedConnection);
        QMetaObject::invokeMethod(actor, quit, Qt::BlockingQueuedConnection);
    });
    post([] { worker.start(); });
}

static void threads()
{
    static QSemaphore turn[2];
    static Runner first("first", [] { turn[0].acquire(); post(nothing); post(nothing, 3); turn[1].release(); });
    static Runner second("second", [] { turn[1].acquire(); post(nothing, 3); post(nothing); });
    first.start();
    turn[0].release();
    first.wait();
    second.start();
    second.wait();
    post(quit, -1);
}

// Two threads post to one queue, the second while the first is on its way into it: a
// hook before the queue's lock tells the first one first, and the queue has it second.
// The stand-in for the recorder calls construct_enqueued.
static QSemaphore running, on_the_way, overtaken;
static const QEvent::Type overtakable = QEvent::Type(QEvent::User + 7);

extern "C" __attribute__((visibility("default"))) void construct_enqueued(const char *type)
{
    if (strcmp(type, "1007") != 0)
        return;
    on_the_way.release();
    overtaken.tryAcquire(1, 1500); // with the queue locked nobody comes
}

static void order()
{
    static Runner second("second", [] { running.release(); on_the_way.acquire(); post(nothing); overtaken.release(); });
    static Runner first("first", [] { QCoreApplication::postEvent(actor, new QEvent(overtakable)); });
    post([] {
        second.start();
        running.acquire(); // threads are named in the order in which they come
        first.start();
        first.wait();
        second.wait();
        post(quit);
    });
}

static void priorities()
{
    for (int prio : { 0, 5, -3, 5, int(Qt::HighEventPriority), int(Qt::LowEventPriority), 0 })
        post([prio] { if (prio == 5) post(nothing, 7); }, prio);
    post(quit, -2000);
}

static void compress()
{
    auto *w = new QWidget;
    w->setObjectName("window");
    post([w] {
        for (int i = 0; i < 2; i++) {
            QCoreApplication::postEvent(w, new QEvent(QEvent::LanguageChange));
            QCoreApplication::postEvent(w, new QEvent(QEvent::UpdateRequest));
            w->deleteLater();
        }
        QCoreApplication::postEvent(qApp, new QEvent(QEvent::Quit));
        QCoreApplication::postEvent(qApp, new QEvent(QEvent::Quit));
    });
}

static void removed()
{
    post([] {
        auto *other = new Actor("other");
        post(nothing, 0, other);
        QCoreApplication::removePostedEvents(other, QEvent::User);
        post(nothing, 0, other);
        QCoreApplication::removePostedEvents(other, QEvent::Timer);
        QCoreApplication::removePostedEvents(other);
        post(nothing, 0, other);
        post([other] { delete other; quit(); });
        post(nothing, 0, other); // goes with its receiver
    });
}

static void deferred()
{
    (new Actor("before"))->deleteLater();
    post([] {
        auto *outer = new Actor("outer");
        outer->deleteLater();
        outer->deleteLater();
        QEventLoop loop;
        post([&loop] {
            (new Actor("inner"))->deleteLater();
            QEventLoop deeper;
            post([&deeper] {
                (new Actor("innermost"))->deleteLater();
                deeper.quit();
            });
            deeper.exec();
            loop.quit();
        });
        loop.exec();
        auto *asked = new Actor("asked");
        asked->deleteLater();
        QCoreApplication::sendPostedEvents(asked, QEvent::DeferredDelete);
        QCoreApplication::processEvents();
        static auto *other = new Actor("other");
        Runner worker("worker", [] { other->deleteLater(); });
        worker.start();
        worker.wait();
        QTimer::singleShot(soon, actor, quit);
    });
}

static void move()
{
    static QThread thread;
    auto *mover = new Actor("mover");
    post([mover] {
        post(nothing, 0, mover);
        post([] { thread.quit(); }, 0, mover);
        mover->moveToThread(&thread);
        thread.start();
        thread.wait();
        delete mover;
        quit();
    });
}

static void timers()
{
    QTimer::singleShot(0, actor, nothing);
    QTimer::singleShot(1, Qt::PreciseTimer, actor, nothing);
    auto *zero = new QTimer(actor);
    QObject::connect(zero, &QTimer::timeout, [zero] {
        static int n;
        if (++n < 3)
            return;
        zero->stop();
        auto *t = new QTimer(actor);
        QObject::connect(t, &QTimer::timeout, [t] {
            static int fired;
            if (++fired == 2)
                t->start(3); // a new start of it
            if (fired == 3)
                quit();
        });
        t->start(2);
    });
    QTimer::singleShot(2 * soon, zero, [zero] { zero->start(0); });
}

static void socket()
{
    static int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return;
    auto *n = new QSocketNotifier(ends[0], QSocketNotifier::Read, actor);
    QObject::connect(n, &QSocketNotifier::activated, [n] {
        static int bytes;
        char c;
        if (read(ends[0], &c, 1) != 1 || ++bytes == 2) {
            n->setEnabled(false);
            quit();
        }
    });
    post([] { (void)!write(ends[1], "x", 1); });
    QTimer::singleShot(soon, actor, [] { (void)!write(ends[1], "y", 1); });
}

static void dbus()
{
    post([] {
        auto bus = QDBusConnection::sessionBus();
        auto call = QDBusMessage::createMethodCall("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetId");
        auto *watcher = new QDBusPendingCallWatcher(bus.asyncCall(call), actor);
        QObject::connect(watcher, &QDBusPendingCallWatcher::finished, [](QDBusPendingCallWatcher *w) {
            QDBusPendingReply<QString> reply = *w;
            fprintf(stderr, "%s", reply.isError() ? qPrintable(reply.error().message()) : "");
            w->deleteLater();
            QTimer::singleShot(soon, actor, quit);
        });
    });
}

static void drag()
{
    auto *w = new QWidget;
    w->show();
    post([w] {
        auto *d = new QDrag(w);
        auto *data = new QMimeData;
        data->setText("dragged");
        d->setMimeData(data);
        QTimer::singleShot(soon, actor, [w] {
            QKeyEvent escape(QEvent::KeyPress, Qt::Key_Escape, Qt::NoModifier);
            QCoreApplication::sendEvent(w->windowHandle(), &escape);
        });
        d->exec(Qt::CopyAction);
        delete w;
        quit();
    });
}

// Time goes on when we say so.
struct Driver : QAnimationDriver {
    qint64 now = 0;
    qint64 elapsed() const override { return now; }
};

static void animation()
{
    auto *driver = new Driver;
    driver->install();
    auto *a = new QPropertyAnimation(actor, "objectName", actor);
    a->setStartValue("a");
    a->setEndValue("b");
    a->setDuration(30);
    QObject::connect(a, &QAbstractAnimation::finished, quit);
    a->start();
    auto *clock = new QTimer(actor);
    QObject::connect(clock, &QTimer::timeout, [driver] { driver->now += 10; driver->advance(); });
    post([clock] { post([clock] { clock->start(1); }); }); // after what starting it has posted
}

static void quit_handler() { post([] { post(nothing); quit(); post(nothing); }); }
static void quit_timer() { QTimer::singleShot(soon, actor, quit); }
static void quit_before() { quit(); post(quit); }
static void quit_event() { post([] { QCoreApplication::postEvent(qApp, new QEvent(QEvent::Quit)); }); }

static void quit_thread()
{
    static Runner worker("worker", [] { QMetaObject::invokeMethod(qApp, "quit", Qt::QueuedConnection); });
    post([] { worker.start(); });
}

static void quit_nested()
{
    post([] {
        QEventLoop loop, inner;
        post([&inner] { post(quit); inner.exec(); });
        loop.exec();
        post(nothing); // nobody delivers it
    });
}

static void quit_dialog()
{
    post([] {
        QDialog d;
        later(&d, quit);
        d.exec();
    });
}

static void quit_about()
{
    QObject::connect(qApp, &QCoreApplication::aboutToQuit, actor, [] {
        post(nothing);
        (new Actor("late"))->deleteLater();
        QCoreApplication::processEvents();
    });
    post(quit);
}

static void quit_window()
{
    auto *w = new QWidget;
    w->setObjectName("window");
    w->setAttribute(Qt::WA_DeleteOnClose);
    w->show();
    later(w, [w] { w->close(); });
}

static void quit_exit() { post([] { QCoreApplication::exit(0); QThread::currentThread()->quit(); }); }

int main(int argc, char **argv)
{
    static const struct { const char *name; void (*run)(); } constructs[] = {
        { "dialog", dialog }, { "messagebox", messagebox }, { "menu", menu }, { "locker", locker },
        { "process", process }, { "wait", wait }, { "job", job }, { "queued", queued },
        { "blocking", blocking }, { "threads", threads }, { "order", order }, { "priorities", priorities },
        { "compress", compress }, { "removed", removed }, { "deferred", deferred }, { "move", move },
        { "timers", timers }, { "socket", socket }, { "dbus", dbus }, { "drag", drag },
        { "animation", animation }, { "quit-handler", quit_handler }, { "quit-timer", quit_timer },
        { "quit-before", quit_before }, { "quit-event", quit_event }, { "quit-thread", quit_thread },
        { "quit-nested", quit_nested }, { "quit-dialog", quit_dialog }, { "quit-about", quit_about },
        { "quit-window", quit_window }, { "quit-exit", quit_exit },
    };
    const char *name = argc > 1 ? argv[1] : "";
    if (strcmp(name, "--list") == 0) {
        for (const auto &c : constructs)
            puts(c.name);
        return 0;
    }
    QApplication app(argc, argv);
    QGuiApplication::setQuitOnLastWindowClosed(strcmp(name, "quit-window") == 0);
    actor = new Actor;
    for (const auto &c : constructs) {
        if (strcmp(c.name, name) != 0)
            continue;
        c.run();
        int code = QApplication::exec();
        QThread::yieldCurrentThread();
        delete actor;
        return code;
    }
    fprintf(stderr, "constructs: no construct %s\n", name);
    return 2;
}
