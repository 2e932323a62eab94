// answer_race: a page asks a server and waits for its answer in an event loop of its own;
// the page can be closed meanwhile.
//
// The race: closing frees the page; ask goes on when the answer has come, and counts it in
// a page that is no more. In the session played here the answer comes long before the
// person closes the page. It comes through a socket, in two parts: what is held back must
// keep their order and lose none.
//
// With MENDED: after its loop ask looks whether the page is still there.

#include <QApplication>
#include <QEventLoop>
#include <QPointer>
#include <QSocketNotifier>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <thread>

#include <sys/socket.h>
#include <unistd.h>

class Page : public QWidget {
public:
    void ask();
    void close();

private:
    int m_answers = 0;
};

// Stands for another program.
static void serve(int fd)
{
    char request;
    for (const char *part : {"4", "2"}) {
        if (read(fd, &request, 1) != 1 || send(fd, part, 1, MSG_NOSIGNAL) != 1)
            break;
    }
    ::close(fd);
}

// Asks for the next part of the answer, or says that there is no more.
static bool next(int fd, int &answer)
{
    char part = 0;
    if (read(fd, &part, 1) != 1)
        return false;
    answer = answer * 10 + part - '0';
    return answer > 9 || write(fd, "?", 1) == 1;
}

void Page::ask()
{
    int ends[2], answer = 0;
    bool whole = false;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0 || write(ends[0], "?", 1) != 1)
        _exit(1);
    std::thread server(serve, ends[1]);
    QEventLoop loop;
    QSocketNotifier listener(ends[0], QSocketNotifier::Read);
    QObject::connect(&listener, &QSocketNotifier::activated, &loop, [&] {
        whole = !next(ends[0], answer) || answer > 9;
        if (whole || !listener.isEnabled())
            loop.quit();
    });
#ifdef MENDED
    const QPointer<Page> alive(this);
#endif
    loop.exec();
    shutdown(ends[0], SHUT_RDWR);
    server.join();
    ::close(ends[0]);
    if (whole && answer != 42)
        qFatal("the answer is %d", answer);
#ifdef MENDED
    if (!alive)
        return;
#endif
    m_answers++;
}

void Page::close()
{
    delete this;
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    auto *page = new Page;
    page->show();
    QTimer::singleShot(20, page, &Page::ask);
    // Stands for the person.
    QTimer::singleShot(500, page, &Page::close);
    QTimer::singleShot(700, &app, &QCoreApplication::quit);
    QApplication::setQuitOnLastWindowClosed(false);
    return app.exec();
}
