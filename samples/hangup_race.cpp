// hangup_race: a connection that lives in a thread of its own waits for its answer in a nested
// loop of that thread.
//
// The race: who hangs up calls deleteLater, in the main thread. Such a delete waits for no loop
// of the connection's thread: it may come in the nested one, and request goes on with a
// connection that is gone. In the session played here the answer comes first.
//
// With MENDED: request looks whether the connection is still there.
#include <QCoreApplication>
#include <QEventLoop>
#include <QPointer>
#include <QThread>
#include <QTimer>

class Connection : public QObject {
public:
    ~Connection() override;
    void request();

private:
    int m_answers = 0;
};

__attribute__((noinline)) Connection::~Connection()
{
    m_answers = -1;
}

__attribute__((noinline)) void Connection::request()
{
#ifdef MENDED
    const QPointer<Connection> self(this);
#endif
    QEventLoop loop;
    QTimer::singleShot(60, &loop, &QEventLoop::quit); // stands for the answer
    loop.exec();
#ifdef MENDED
    if (!self)
        return;
#endif
    m_answers++;
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    QThread thread;
    thread.setObjectName("network");
    auto *connection = new Connection;
    connection->moveToThread(&thread);
    thread.start();
    QTimer::singleShot(20, &app, [connection] { QMetaObject::invokeMethod(connection, [connection] { connection->request(); }, Qt::QueuedConnection); });
    QTimer::singleShot(400, &app, [connection] { connection->deleteLater(); });
    QTimer::singleShot(800, &app, &QCoreApplication::quit);
    const int code = app.exec();
    thread.quit();
    thread.wait();
    return code;
}
