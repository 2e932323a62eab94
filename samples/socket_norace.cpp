// socket_norace: socket_race mended: the pipe is listened to only when the counter
// has done its work.

#include <QCoreApplication>
#include <QSocketNotifier>
#include <QTimer>

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
    if (pipe(ends) != 0 || write(ends[1], "x", 1) != 1)
        return 1;
    QSocketNotifier listener(ends[0], QSocketNotifier::Read);
    listener.setEnabled(false);
    QObject::connect(&listener, &QSocketNotifier::activated, [&] {
        listener.setEnabled(false);
        forget();
    });
    QTimer::singleShot(50, [&] {
        count();
        listener.setEnabled(true);
    });
    QTimer::singleShot(600, [] { QCoreApplication::quit(); });
    return app.exec();
}
