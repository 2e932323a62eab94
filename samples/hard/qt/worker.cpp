// A thread with a loop of its own, whose handlers spin loops inside it, while the main thread
// posts to it, deletes its objects later, and stops it.
//
// Guaranteed, and looked after: what one thread posts comes in its order, in nested loops, too;
// what comes inside a nested loop is over before that loop is; a timer of the thread comes in the
// order of the due times; what was asked of an object comes before its deferred delete, which
// comes only once; nothing comes to an object that is gone; what a handler of the thread answers
// comes to the main thread in turn.
#include "../check.h"
#include <QtCore>
#include <functional>

static void in(int ms, QObject *context, std::function<void()> work) { QTimer::singleShot(ms, Qt::PreciseTimer, context, work); }
static void post(QObject *context, std::function<void()> work) { QMetaObject::invokeMethod(context, std::move(work), Qt::QueuedConnection); }

// Lives in the thread. One of several, each of which is deleted later by the main thread.
struct Part : QObject {
    int *memory = new int(0);
    int asked = 0;
    ~Part() override
    {
        HOLDS(asked == 3, "a deferred delete came before what was asked before it");
        delete memory;
    }
    void ask(int number)
    {
        HOLDS(++asked == number, "what one thread posts to an object changed places");
        ++*memory;
    }
};

struct Worker : QObject {
    QObject *main = nullptr;
    std::function<void(int)> answer;
    int last = 0, depth = 0, fired = 0;
    void step(int number)
    {
        HOLDS(number == last + 1, "a worker's steps changed places");
        last = number;
        const int at = ++depth;
        if (number % 3 == 0 && depth < 3) {
            QEventLoop loop;
            QTimer::singleShot(number % 2 ? 4 : 12, Qt::PreciseTimer, &loop, &QEventLoop::quit);
            loop.exec();
        }
        HOLDS(depth == at, "what began inside a loop was not over when it was");
        depth--;
        auto f = answer;
        QMetaObject::invokeMethod(main, [f, number] { f(number); }, Qt::QueuedConnection);
    }
    void timers()
    {
        in(30, this, [this] { HOLDS(fired++ == 0, "timers of a thread changed places"); });
        in(60, this, [this] { HOLDS(fired++ == 1, "timers of a thread changed places"); });
        in(90, this, [this] { HOLDS(fired++ == 2, "timers of a thread changed places"); });
    }
};

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const int steps = 12;
    int answers = 0, seen = 0;
    QThread thread;
    Worker worker;
    worker.main = &app;
    worker.answer = [&](int number) {
        seen |= 1 << number;
        if (++answers == steps)
            in(150, &app, &QCoreApplication::quit);
    };
    worker.moveToThread(&thread);
    thread.start();
    post(&worker, [&worker] { worker.timers(); });
    for (int i = 1; i <= steps; i++)
        in(3 * i, &app, [&worker, i] { post(&worker, [&worker, i] { worker.step(i); }); });
    for (int i = 0; i < 4; i++)
        in(5 + 7 * i, &app, [&thread] {
            auto *part = new Part;
            part->moveToThread(&thread);
            for (int n = 1; n <= 3; n++)
                post(part, [part, n] { part->ask(n); });
            part->deleteLater();
        });
    app.exec();
    thread.quit();
    thread.wait();
    HOLDS(answers == steps && seen == (2 << steps) - 2, "an answer was missing");
    HOLDS(worker.fired == 3, "a timer was missing");
    return 0;
}
