// What the programs here have in common: requests that threads of their own
// answer, so that no order of the answers is fixed, and a way to fail.
#pragma once
#include <QCoreApplication>
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
    thread->start();
}

inline void ask(const char *name, int ms, std::function<void()> reply)
{
    ask(name, ms, nullptr, reply);
}

inline void fail(const char *why)
{
    std::fprintf(stderr, "failed: %s\n", why);
    std::_Exit(1);
}
