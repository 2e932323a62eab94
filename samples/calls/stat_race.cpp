// stat_race: a window counts its files. It asks for their number through a descriptor and
// waits in a loop that takes no input of a person, as KJob::exec does. The answer comes by
// a socket notifier, which posts what ends the loop.
//
// The race: refresh counts its turns in a member of the window. A call closes the window
// while the loop runs, and it is deleted then. The call is a posted event as the loop's
// end is, and these keep their turn: so the answer itself has to be late.
//
// With MENDED: refresh looks whether the window is still there.

#include <QApplication>
#include <QDBusConnection>
#include <QEventLoop>
#include <QMainWindow>
#include <QPointer>
#include <QSocketNotifier>
#include <QTimer>
#include <unistd.h>

class Job : public QObject {
    Q_OBJECT

public:
    void exec();

signals:
    void result();

private:
    void read();
    int m_ends[2] = {-1, -1};
};

void Job::exec()
{
    if (pipe(m_ends) != 0)
        return;
    QEventLoop loop;
    connect(this, &Job::result, &loop, &QEventLoop::quit);
    QSocketNotifier notifier(m_ends[0], QSocketNotifier::Read);
    connect(&notifier, &QSocketNotifier::activated, this, &Job::read);
    if (write(m_ends[1], "7", 1) == 1)
        loop.exec(QEventLoop::ExcludeUserInputEvents);
    close(m_ends[0]);
    close(m_ends[1]);
}

void Job::read()
{
    char answer;
    if (::read(m_ends[0], &answer, 1) == 1)
        QMetaObject::invokeMethod(this, &Job::result, Qt::QueuedConnection);
}

class Window : public QMainWindow {
    Q_OBJECT

public:
    Window() { QTimer::singleShot(200, this, &Window::refresh); }
    void refresh();

private:
    int m_turns = 0;
};

void Window::refresh()
{
#ifdef MENDED
    QPointer<Window> self(this);
#endif
    Job job;
    job.exec();
#ifdef MENDED
    if (!self)
        return;
#endif
    m_turns++;
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    auto *window = new Window;
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->show();
    QDBusConnection::sessionBus().registerObject("/stat/MainWindow_1", window, QDBusConnection::ExportAllSlots);
    return app.exec();
}

#include "stat_race.moc"
