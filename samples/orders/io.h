// What the programs here have in common: requests that threads of their own
// answer, so that no order of the answers is fixed, and a way to fail.
#pragma once
#include <QCoreApplication>
#include <QSemaphore>
#include <QThread>
#include <QTimer>
#include <cstdio>
#include <cstdlib>
#include <functional>

#ifdef MENDED
constexpr bool mended = true;
#else
constexpr bool mended = false;
#endif

// Does `work` in a thread `ms` later, and then `reply` in the event loop.
inline void ask(const char *name, int ms, std::function<void()> work, std::function<void()> reply)
{
    QThread *thread = QThread::create([=] {
        QThread::msleep(ms);
        if (work)
            work();
        QMetaObject::invokeMethod(qApp, reply, Qt::QueuedConnection);
    });
    thread->setObjectName(QLatin1String(name));
    QObject::connect(thread, &QThread::finished, thread, &QObject::deleteLater);
    // Who answers after the end would answer to an application that is gone.
    QObject::connect(qApp, &QCoreApplication::aboutToQuit, thread, [thread] { thread->wait(); });
    thread->start();
}

inline void ask(const char *name, int ms, std::function<void()> reply)
{
    ask(name, ms, nullptr, reply);
}

// What usually came before, whatever the machine's load: a thread that waits for
// it here gives up after a while, as one that only sleeps does at once.
class Usually {
    QSemaphore came;

public:
    void happened() { came.release(); }
    void wait(int times, int ms = 300)
    {
        if (came.tryAcquire(times, ms))
            came.release(times);
    }
};

inline void fail(const char *why)
{
    std::fprintf(stderr, "failed: %s\n", why);
    std::_Exit(1);
}
