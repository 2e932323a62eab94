// shown_race: a counter works some time after the program has started up, and a
// panel that says so clears its record when it has been looked at long enough.
//
// The race: the panel is shown from the start, and what starts the counter may
// take its time. In the session played here the counter is first.

#include <QApplication>
#include <QTimer>
#include <QWidget>

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
    QApplication app(argc, argv);
    record = new Record;
    QWidget panel;
    panel.show();
    QTimer::singleShot(300, &panel, [&panel] {
        forget();
        panel.close();
    });
    app.setQuitOnLastWindowClosed(false);
    QTimer::singleShot(50, [] { QTimer::singleShot(50, count); });
    QTimer::singleShot(600, [] { QCoreApplication::quit(); });
    return app.exec();
}
