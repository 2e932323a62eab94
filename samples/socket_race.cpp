// socket_race: a counter works after a while, and what comes through a pipe
// clears its record.
//
// The race: the pipe is listened to from the start, and nobody knows when the
// other side writes. In the session played here it writes late.

#include <QCoreApplication>
#include <QSocketNotifier>
#include <QTimer>

#include <thread>
#include <unistd.h>

struct Record {
    Record();
    ~Record();
    int answers = 0;
};

Record::Record() { }

Record::~Record()
{
    answers = -1;
}

static Record *record;

static void count()
{
    record->answers++;
}

__attribute__((noinline)) static void forget()
{
    delete record;
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    record = new Record;
    int ends[2];
    if (pipe(ends) != 0)
        return 1;
    QSocketNotifier listener(ends[0], QSocketNotifier::Read);
    QObject::connect(&listener, &QSocketNotifier::activated, [&] {
        listener.setEnabled(false);
        forget();
    });
    QTimer::singleShot(50, count);
    QTimer::singleShot(600, [] { QCoreApplication::quit(); });
    // Stands for another program.
    std::thread writer([&] {
        usleep(250000);
        if (write(ends[1], "x", 1) != 1)
            _exit(1);
    });
    int code = app.exec();
    writer.join();
    return code;
}
