// behaviour.cpp: a little of everything that is hooked, with its order printed,
// with warnings of Qt's and an exit code of its own.

#include <QApplication>
#include <QDialog>
#include <QEventLoop>
#include <QMenu>
#include <QProcess>
#include <QSocketNotifier>
#include <QThread>
#include <QTimer>

#include <cstdio>
#include <unistd.h>

static void say(const char *what)
{
    printf("%s\n", what);
    fflush(stdout);
}

struct Chatty : QObject {
    bool event(QEvent *e) override
    {
        if (e->type() == QEvent::User)
            say("posted");
        else if (e->type() == QEvent::DeferredDelete)
            say("deleted later");
        return QObject::event(e);
    }
};

static void loops()
{
    auto *object = new Chatty;
    QCoreApplication::postEvent(object, new QEvent(QEvent::User), 3);
    QCoreApplication::postEvent(object, new QEvent(QEvent::User));
    QCoreApplication::removePostedEvents(nullptr, QEvent::User + 1);
    QCoreApplication::sendPostedEvents(object, QEvent::User);
    object->deleteLater();
    QEventLoop loop;
    QTimer::singleShot(10, &loop, [&loop] { say("loop ends"); loop.exit(3); });
    printf("%d\n", loop.exec());
    QDialog dialog;
    QTimer::singleShot(10, &dialog, &QDialog::accept);
    printf("dialog %d\n", dialog.exec());
    QMenu menu;
    menu.addAction(QStringLiteral("one"));
    QTimer::singleShot(10, &menu, &QMenu::close);
    printf("menu %p\n", static_cast<void *>(menu.exec(QPoint(1, 1))));
    QCoreApplication::processEvents();
}

static void others()
{
    int ends[2];
    if (pipe(ends) != 0 || write(ends[1], "x", 1) != 1)
        return;
    QSocketNotifier notifier(ends[0], QSocketNotifier::Read);
    QEventLoop loop;
    QObject::connect(&notifier, &QSocketNotifier::activated, [&] {
        notifier.setEnabled(false);
        say("socket");
        loop.quit();
    });
    loop.exec();
    QProcess process;
    process.start(QStringLiteral("echo"), { QStringLiteral("child") });
    QObject::connect(&process, QOverload<int, QProcess::ExitStatus>::of(&QProcess::finished), [&](int code, QProcess::ExitStatus) {
        printf("process %d %s", code, process.readAllStandardOutput().constData());
        fflush(stdout);
        loop.quit();
    });
    loop.exec();
    QThread thread;
    auto *there = new QObject;
    there->moveToThread(&thread);
    QTimer wrong;
    wrong.moveToThread(&thread);
    wrong.start(10); // of another thread: Qt warns
    thread.start();
    QMetaObject::invokeMethod(there, [] { say("in the thread"); }, Qt::BlockingQueuedConnection);
    there->deleteLater();
    thread.quit();
    thread.wait();
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    app.setQuitOnLastWindowClosed(false);
    QTimer::singleShot(0, [] {
        loops();
        others();
        QCoreApplication::exit(7);
    });
    int code = app.exec();
    say("done");
    return code;
}
