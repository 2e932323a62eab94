// ticker_norace: ticker_race mended: one timer does both, and a timer does not
// fire while its own handler waits in a box, so the second tick comes after it.

#include <QApplication>
#include <QMessageBox>
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

static void ask()
{
    QMessageBox box(QMessageBox::Question, QStringLiteral("Monitor"), QStringLiteral("Go on?"),
                    QMessageBox::Ok);
    // Stands for the person who presses OK.
    QTimer::singleShot(100, &box, &QDialog::accept);
    box.exec();
    record->answers++;
}

static void tick()
{
    static int ticks;
    if (++ticks == 1) {
        ask();
        return;
    }
    delete record;
    QCoreApplication::quit();
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    app.setQuitOnLastWindowClosed(false); // the box is the only one
    record = new Record;
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, tick);
    timer.start(50);
    return app.exec();
}
