// due_race: a counter works some time after the program has started up, and a
// time-out clears its record.
//
// The race: the time-out was started first, and what starts the counter may take
// its time. In the session played here the counter is first, so nothing happens.
//
// With MENDED: both timers are started at once, and the counter's is due first in
// every run, however Qt rounds the two.

#include <QCoreApplication>
#include <QTimer>

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
#ifdef MENDED
    QTimer::singleShot(100, count);
#endif
    QTimer::singleShot(300, forget);
#ifndef MENDED
    QTimer::singleShot(50, [] { QTimer::singleShot(50, count); });
#endif
    QTimer::singleShot(600, [] { QCoreApplication::quit(); });
    return app.exec();
}
