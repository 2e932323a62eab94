// What two answers leave behind that nothing orders: `leaves NAME ORDER [PORT]` runs
// one program, its answers in the order of the letters ("ab" or "ba"). Which came last
// matters to what is kept, or only to the order in it, or not at all; the list, which
// `leaves` alone prints, says what is to be found out about each: the rank of its worst
// race, and what a comparison of both orders says.
//
// Each answer comes from a thread of its own; the second one posts when the first one
// has, so the order that is recorded is that of the letters, on any machine. Who holds
// the first one back holds its thread in the post: then the second one gives up waiting.
// What is done last comes after the event loop, as programs save when they end.
#include "programs.h"

#include <QCoreApplication>
#include <QSemaphore>
#include <QThread>
#include <cstdio>
#include <cstring>

namespace {

QSemaphore posted;
constexpr int patience = 2000; // ms

void ask(const char *name, bool first, void (*answer)())
{
    static int left = 2;
    auto handler = [answer] {
        answer();
        if (--left == 0)
            qApp->quit();
    };
    QThread *thread = QThread::create([=] {
        if (!first)
            posted.tryAcquire(1, patience);
        QMetaObject::invokeMethod(qApp, handler, Qt::QueuedConnection);
        posted.release();
    });
    thread->setObjectName(QLatin1String(name));
    QObject::connect(qApp, &QCoreApplication::aboutToQuit, thread, [thread] { thread->wait(); });
    thread->start();
}

int run(const Program &p, const char *order)
{
    if (p.before)
        p.before();
    bool exchanged = std::strcmp(order, "ba") == 0;
    ask("a", !exchanged, p.a);
    ask("b", exchanged, p.b);
    int status = qApp->exec();
    if (p.last)
        p.last();
    return status;
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    if (argc > 3)
        port = QByteArray(argv[3]).toUShort();
    for (const Program &p : programs()) {
        if (argc < 3)
            std::printf("%s %s %s\n", p.name, p.rank, p.left);
        else if (std::strcmp(p.name, argv[1]) == 0)
            return run(p, argv[2]);
    }
    if (argc >= 3)
        std::fprintf(stderr, "leaves: no program %s\n", argv[1]);
    return argc < 3 ? 0 : 1;
}
