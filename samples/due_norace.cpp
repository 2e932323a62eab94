// due_norace: due_race mended: both timers are started at once, and the counter's
// is due first in every run, however Qt rounds the two.

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
    QTimer::singleShot(100, count);
    QTimer::singleShot(300, forget);
    QTimer::singleShot(600, [] { QCoreApplication::quit(); });
    return app.exec();
}
