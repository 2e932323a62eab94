// What the programs here have in common: requests that threads of their own answer,
// so that no order of the answers is fixed, an end when nothing is left to do, and a
// way to fail.
//
// Replies come in turn because each waits for those that usually come before it; if
// one of these is late, the others come at their times, still one after the other. So
// a loaded machine changes nothing. With BY_TIME there are only the times, and shorter
// ones, as of disks and networks.
#pragma once
#include <QCoreApplication>
#include <QSemaphore>
#include <QThread>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>

#ifdef MENDED
constexpr bool mended = true;
#else
constexpr bool mended = false;
#endif

// What usually came before, whatever the machine's load: a thread that waits for
// it here gives up after a while.
class Usually {
    QSemaphore came;

public:
    void happened() { came.release(); }
    void wait(int times, int ms)
    {
        if (came.tryAcquire(times, ms))
            came.release(times);
    }
};

// A thread of that name that does `work`, and then `reply` in the event loop.
inline QThread *answered(const char *name, std::function<void()> work, std::function<void()> reply)
{
    QThread *thread = QThread::create([=] {
        work();
        QMetaObject::invokeMethod(qApp, reply, Qt::QueuedConnection);
    });
    thread->setObjectName(QLatin1String(name));
    QObject::connect(thread, &QThread::finished, thread, &QObject::deleteLater);
    // Who answers after the end would answer to an application that is gone.
    QObject::connect(qApp, &QCoreApplication::aboutToQuit, thread, [thread] { thread->wait(); });
    return thread;
}

// Counted by Qt, so that to count is no access of the program's own.
inline QSemaphore asked;
inline Usually replied;

#ifdef BY_TIME
constexpr int apart = 60; // ms from one reply's time to the next one's
#elif defined APART // on a machine with much to do
constexpr int apart = APART;
#else
constexpr int apart = 100;
#endif
inline const auto begun = std::chrono::steady_clock::now();

// Waits until `turn` replies were handled, but no longer than to its time.
inline void await(int turn)
{
    using namespace std::chrono;
    auto left = duration_cast<milliseconds>(begun + milliseconds(apart * turn) - steady_clock::now()).count();
#ifdef BY_TIME
    QThread::msleep(std::max<long>(0, left));
#else
    replied.wait(turn, std::max<int>(0, left));
#endif
}

// The reply that comes when `turn` others usually came. The program ends when there is
// no thread any more.
inline void ask(const char *name, int turn, std::function<void()> work, std::function<void()> reply)
{
    asked.release();
    QThread *thread = answered(name, [=] {
        await(turn);
        work();
    }, [=] {
        reply();
        replied.happened();
    });
    QObject::connect(thread, &QObject::destroyed, [] {
        asked.acquire();
        if (asked.available() == 0)
            qApp->quit();
    });
    thread->start();
}

inline void ask(const char *name, int turn, std::function<void()> reply)
{
    ask(name, turn, [] {}, reply);
}

inline void fail(const char *why)
{
    std::fprintf(stderr, "failed: %s\n", why);
    std::_Exit(1);
}
