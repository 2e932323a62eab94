// A server and its clients over TCP, a process, and a pipe of the program to itself. Clients
// have time-outs that each message starts again; connections end from either side, and their
// objects are deleted when they do.
//
// Guaranteed, and looked after: what comes by a connection comes in order, and its end after
// it; connected comes first, disconnected last and once; written bytes are reported in their
// number; a time-out does not come early; nothing comes of a socket or notifier that was
// deleted; a process's output comes before its end.
//
// With BEYOND: bytes that the program sent itself come before a timer that it started
// afterwards.
#include "../check.h"
#include <QtCore>
#include <QtNetwork>
#include <chrono>
#include <functional>
#include <memory>
#include <unistd.h>
#include <vector>

using Clock = std::chrono::steady_clock;

static void in(int ms, QObject *context, std::function<void()> work) { QTimer::singleShot(ms, Qt::PreciseTimer, context, work); }

// One end of a connection: sends numbers as lines and expects numbers from 1 on.
class Peer : public QObject {
    QTcpSocket *socket;
    QTimer timeout;
    Clock::time_point started;
    std::vector<int> memory = std::vector<int>(64, 0);
    qint64 sent = 0, reported = 0;
    bool over = false, open = false;

    void read()
    {
        HOLDS(open && !over, "data came before the connection was there, or after its end");
        while (socket && socket->canReadLine()) {
            int number = socket->readLine().trimmed().toInt();
            HOLDS(number == received + 1, "data of one connection changed places");
            received = number;
            memory[number % 64]++;
            started = Clock::now();
            timeout.start(60);
            if (came)
                came(number);
        }
    }

public:
    int received = 0, expected, next = 1;
    std::function<void(int)> came;
    std::function<void()> ended;
    Peer(QTcpSocket *s, int e, QObject *parent) : QObject(parent), socket(s), expected(e)
    {
        socket->setParent(this);
        open = socket->state() == QAbstractSocket::ConnectedState;
        timeout.setSingleShot(true);
        timeout.setTimerType(Qt::PreciseTimer);
        connect(&timeout, &QTimer::timeout, this, [this] {
            HOLDS(Clock::now() - started >= std::chrono::milliseconds(60), "a time-out came early");
            HOLDS(!over, "a time-out came after the end");
        });
        connect(socket, &QAbstractSocket::connected, this, [this] {
            HOLDS(!open && received == 0, "a connection was made twice, or after its data");
            open = true;
        });
        connect(socket, &QIODevice::readyRead, this, [this] { read(); });
        connect(socket, &QIODevice::bytesWritten, this, [this](qint64 bytes) {
            reported += bytes;
            HOLDS(!over && reported <= sent, "more bytes are written than were sent");
        });
        connect(socket, &QAbstractSocket::disconnected, this, [this] {
            HOLDS(open && !over, "a connection ended twice");
            if (socket->bytesAvailable())
                read();
            HOLDS(received == expected, "a connection ended before its data");
            over = true;
            timeout.stop();
            socket->deleteLater();
            socket = nullptr;
            deleteLater();
            if (ended)
                ended();
        });
    }
    void send(int number)
    {
        QByteArray line = QByteArray::number(number) + '\n';
        sent += line.size();
        socket->write(line);
    }
    void close() { socket->disconnectFromHost(); }
};

class Program : public QObject {
    QTcpServer server;
    int parts = 8;

    void over()
    {
        if (--parts == 0)
            QCoreApplication::quit();
    }

    void serve()
    {
        while (QTcpSocket *socket = server.nextPendingConnection()) {
            auto *peer = new Peer(socket, 12, this);
            peer->came = [peer](int number) {
                peer->send(2 * number - 1);
                peer->send(2 * number);
                if (number == 12)
                    peer->close();
            };
            peer->ended = [this] { over(); };
        }
    }

    void call(int apart)
    {
        auto *socket = new QTcpSocket;
        auto *peer = new Peer(socket, 24, this);
        peer->ended = [this] { over(); };
        connect(socket, &QAbstractSocket::connected, peer, [peer, apart] {
            for (int i = 0; i < 4; i++)
                in(apart * i, peer, [peer] {
                    for (int number = 0; number < 3; number++)
                        peer->send(peer->next++);
                });
        });
        socket->connectToHost(server.serverAddress(), server.serverPort());
    }

    void startProcess()
    {
        auto *process = new QProcess(this);
        auto *read = new QByteArray;
        auto started = std::make_shared<bool>(false);
        connect(process, &QProcess::started, process, [started] { *started = true; });
        connect(process, &QProcess::readyReadStandardOutput, process, [=] {
            read->append(process->readAllStandardOutput());
        });
        connect(process, QOverload<int, QProcess::ExitStatus>::of(&QProcess::finished), process, [=](int code) {
            read->append(process->readAllStandardOutput());
            HOLDS(*started && code == 0 && *read == "one\ntwo\nthree\n", "a process ended before its output");
            delete read;
            process->deleteLater();
            over();
        });
        process->start(QStringLiteral("/bin/cat"), QStringList());
        process->write("one\n");
        in(5, process, [process] { process->write("two\n"); });
        in(5, process, [process] {
            process->write("three\n");
            process->closeWriteChannel();
        });
    }

    // Bytes to itself, of which the handler takes one at a time; then its notifier is deleted
    // while more are there.
    void startPipe()
    {
        int ends[2];
        HOLDS(pipe(ends) == 0, "there is no pipe");
        auto *notifier = new QSocketNotifier(ends[0], QSocketNotifier::Read, this);
        auto *next = new char('a');
        auto take = [=] {
            char c;
            HOLDS(::read(ends[0], &c, 1) == 1 && c == *next, "a pipe's bytes changed places");
            ++*next;
        };
        connect(notifier, &QSocketNotifier::activated, notifier, take);
        in(3, notifier, [=] {
            HOLDS(::write(ends[1], "abc", 3) == 3, "the pipe is full");
            in(1, notifier, [=] { HOLDS(!beyond || *next > 'a', "a timer passed bytes that were there before it was started"); });
        });
        in(8, notifier, [=] { HOLDS(::write(ends[1], "def", 3) == 3, "the pipe is full"); });
        in(8, this, [=] {
            delete notifier;
            delete next;
            ::close(ends[0]);
            ::close(ends[1]);
            over();
        });
    }

public:
    Program()
    {
        HOLDS(server.listen(QHostAddress::LocalHost), "there is no port");
        connect(&server, &QTcpServer::newConnection, this, [this] { serve(); });
        in(2, this, [this] { call(3); });
        in(4, this, [this] { call(0); });
        in(4, this, [this] { call(1); });
        in(3, this, [this] { startProcess(); });
        in(3, this, [this] { startPipe(); });
    }
};

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    {
        Program program;
        app.exec();
    }
    std::puts("all connections held their order");
}
