// traps.cpp: programs whose every real schedule is safe, but which a careless
// steering makes crash; argv[1] names one. The test's schedule holds what the
// object "held" is sent (or the first QTimer) until the first single shot, or
// what "until" is sent, is over. `victim` is what a
// wrong order would use after its deletion (or delete twice).

#include <QCoreApplication>
#include <QEventLoop>
#include <QTimer>

#include <cstdio>
#include <cstring>
#include <functional>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using Action = std::function<void()>;

struct Call : QEvent {
    explicit Call(Action a) : QEvent(User), action(std::move(a)) {}
    Action action;
};

struct Actor : QObject {
    explicit Actor(const char *name) { setObjectName(QString::fromLatin1(name)); }
    bool event(QEvent *e) override
    {
        if (e->type() != QEvent::User)
            return QObject::event(e);
        static_cast<Call *>(e)->action();
        return true;
    }
};

static Actor *held, *until, *other;
static volatile int *victim = new int(1);

static void post(Actor *to, Action a) { QCoreApplication::postEvent(to, new Call(std::move(a))); }
static void later(int ms, Action a) { QTimer::singleShot(ms, other, std::move(a)); }
static void quit() { QCoreApplication::quit(); }
static void use() { *victim += 1; printf("used\n"); }
static void destroy() { delete victim; victim = nullptr; }

static void receiverDies()
{
    post(held, use);
    later(10, [] {
        delete held;
        destroy();
    });
    later(40, quit);
}

// The delete is asked for after the event, and so it comes after it.
static void deletedLater()
{
    post(held, use);
    later(10, [] { held->deleteLater(); });
    later(40, quit);
}

// The delete of something else was asked for after the event, and so it comes after it.
static void deletedNext()
{
    post(held, use);
    (new QObject)->deleteLater();
    later(40, quit);
}

// The delete is asked for between what the queue has already and the release of what is held, whose
// place is between these two: behind the one that says "first". Both timers are due in one turn.
static void heldBehindOlder()
{
    later(5, [] { usleep(30000); });
    later(10, [] {
        post(other, [] { printf("first\n"); });
        post(held, use);
        (new QObject)->deleteLater();
    });
    later(10, [] {});
    later(90, quit);
}

// It is released while the queue is delivered up to the delete, so it comes after that.
static void backTooLate()
{
    later(10, [] {
        post(until, [] {});
        post(held, use);
        (new QObject)->deleteLater();
    });
    later(60, quit);
}

// The worker is waited for before any loop turns.
static void joined()
{
    std::thread([] { post(held, use); }).join();
    later(10, quit);
}

static void removed()
{
    post(held, use);
    later(10, [] {
        QCoreApplication::removePostedEvents(held);
        destroy();
    });
    later(40, quit);
}

static void flushed()
{
    post(held, use);
    later(10, [] {
        QCoreApplication::sendPostedEvents(held, QEvent::User);
        destroy();
    });
    later(40, quit);
}

static void fifo()
{
    post(held, use);
    post(other, destroy); // behind it in the queue, whatever happens
    later(10, [] {});
    later(60, quit);
}

// What is awaited stands behind what is held: no schedule does that.
static void fifoAwaited()
{
    post(held, use);
    post(until, destroy);
    later(40, quit);
}

static void quits()
{
    post(held, use);
    later(10, quit);
}

// Two timers of one handler, the shorter first: never the other way round.
static void timers()
{
    static QTimer first, second;
    first.setSingleShot(true);
    second.setSingleShot(true);
    QObject::connect(&first, &QTimer::timeout, use);
    QObject::connect(&second, &QTimer::timeout, destroy);
    first.setTimerType(Qt::PreciseTimer);
    second.setTimerType(Qt::PreciseTimer);
    first.start(20);
    second.start(26); // were it held no longer than the first, it would fire at 52 ms, before it
    std::thread([] {
        usleep(50000);
        post(until, [] {});
    }).detach();
    later(150, quit);
}

// The same where the second one's own hold is over before it is due, and the first one,
// held until a moment ago, is due again only after it.
static void timersLifted()
{
    static QTimer first, second;
    first.setSingleShot(true);
    second.setSingleShot(true);
    QObject::connect(&first, &QTimer::timeout, use);
    QObject::connect(&second, &QTimer::timeout, destroy);
    first.setTimerType(Qt::PreciseTimer);
    second.setTimerType(Qt::PreciseTimer);
    first.start(40);
    second.start(70);
    std::thread([] {
        usleep(55000);
        post(until, [] {});
    }).detach();
    later(250, quit);
}

// Two that wait behind the first one. Let go at 55 ms it fires at 64; the third one is due
// again at 70, before the second one at 75.
static void timersInTurn()
{
    static QTimer first, second, third;
    QTimer *all[] = {&first, &second, &third};
    for (QTimer *t : all) {
        t->setSingleShot(true);
        t->setTimerType(Qt::PreciseTimer);
    }
    QObject::connect(&second, &QTimer::timeout, use);
    QObject::connect(&third, &QTimer::timeout, destroy);
    first.start(16);
    second.start(25);
    third.start(35);
    std::thread([] {
        usleep(55000);
        post(until, [] {});
    }).detach();
    later(250, quit);
}

static void deferred()
{
    held->deleteLater();
    later(10, [] {});
    later(30, quit);
}

// What is awaited is taken out of the queue: it will never come.
static void awaitedGone()
{
    post(held, use);
    later(10, [] {
        QCoreApplication::postEvent(until, new Call([] {}), Qt::HighEventPriority);
        QCoreApplication::removePostedEvents(until);
    });
    later(100, quit);
}

// The same where Qt destroys it while the queue is locked: two Quits are one.
static void awaitedMerged()
{
    post(held, use);
    later(10, [] {
        for (int i = 0; i < 2; i++)
            QCoreApplication::postEvent(qApp, new QEvent(QEvent::Quit), Qt::HighEventPriority);
        usleep(50000);
    });
}

static void timeout()
{
    post(held, use);
    later(200, quit);
}

// The event that ends a nested loop is held: the loop stays open for what is
// awaited, and ends when the event is put back, inside the loop.
static void nested()
{
    QEventLoop loop;
    post(held, [&loop] {
        use();
        loop.quit();
    });
    later(10, [] { printf("inside\n"); });
    loop.exec();
    printf("after\n");
    later(30, quit);
}

// A child must not write into the verdict of this run.
static void children()
{
    post(held, use);
    later(10, [] {
        if (fork() == 0)
            execl("/bin/sh", "sh", "-c", "echo \"preload=$LD_PRELOAD\"", nullptr);
        wait(nullptr);
    });
    later(100, quit);
}

// As when it stands in the queue, so while it is held: two Quits are one.
static void merged()
{
    QObject::connect(qApp, &QCoreApplication::aboutToQuit, use);
    for (int i = 0; i < 2; i++)
        QCoreApplication::postEvent(qApp, new QEvent(QEvent::Quit));
    later(10, [] {});
}

// When the run diverges, all goes back in order before anything else is delivered.
static void divergesInOrder()
{
    post(held, use);
    post(other, [] { printf("other\n"); });
    post(until, [] { printf("until\n"); });
    later(300, quit);
}

// A handler that lets events be processed three times, with a timer that is due
// long after it and one that never fires.
static void turns()
{
    static QTimer never;
    later(90, [] {
        printf("due\n");
        quit();
    });
    later(1, [] {
        never.start(3000);
        never.stop();
        for (int i = 0; i < 3; i++) {
            printf("turn\n");
            QCoreApplication::processEvents();
        }
    });
}

int main(int argc, char **argv)
{
    static const struct { const char *name; void (*run)(); } traps[] = {
        { "receiverDies", receiverDies }, { "removed", removed }, { "flushed", flushed },
        { "fifo", fifo }, { "fifoAwaited", fifoAwaited }, { "quits", quits },
        { "timers", timers }, { "timersLifted", timersLifted }, { "timersInTurn", timersInTurn }, { "deferred", deferred }, { "timeout", timeout },
        { "children", children }, { "nested", nested }, { "awaitedGone", awaitedGone },
        { "awaitedMerged", awaitedMerged }, { "turns", turns },
        { "heldBehindOlder", heldBehindOlder }, { "backTooLate", backTooLate },
        { "merged", merged }, { "joined", joined }, { "deletedLater", deletedLater }, { "deletedNext", deletedNext }, { "divergesInOrder", divergesInOrder },
    };
    QCoreApplication app(argc, argv);
    app.setObjectName(QStringLiteral("app"));
    held = new Actor("held");
    until = new Actor("until");
    other = new Actor("other");
    setvbuf(stdout, nullptr, _IOLBF, 0);
    for (const auto &t : traps) {
        if (argc < 2 || strcmp(t.name, argv[1]) != 0)
            continue;
        post(other, t.run); // in a handler, as real programs do
        int code = QCoreApplication::exec();
        destroy();
        QCoreApplication::processEvents(); // what was held must not come now
        return code;
    }
    fprintf(stderr, "traps: no trap of that name\n");
    return 2;
}
