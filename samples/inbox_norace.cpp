// inbox_norace: inbox_race mended: the inbox is made, and the worker sent off, when
// the counter has done its work. The worker is there from the start and waits for that, so
// that nothing but the inbox tells the order.

#include <QCoreApplication>
#include <QEvent>
#include <QTimer>

#include <future>
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

struct Inbox : QObject {
    bool event(QEvent *e) override
    {
        if (e->type() != QEvent::User)
            return QObject::event(e);
        forget();
        return true;
    }
};

static Inbox *inbox;

// Stands for a worker that answers when it is done.
static void work(useconds_t time)
{
    usleep(time);
    QCoreApplication::postEvent(inbox, new QEvent(QEvent::User));
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    record = new Record;
    std::promise<void> go;
    std::thread worker([&] {
        go.get_future().wait();
        work(0);
    });
    QTimer::singleShot(50, [&] {
        count();
        inbox = new Inbox;
        go.set_value();
    });
    QTimer::singleShot(600, [] { QCoreApplication::quit(); });
    int code = app.exec();
    worker.join();
    delete inbox;
    return code;
}
