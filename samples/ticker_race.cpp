// ticker_race: at its tick a monitor asks whether to go on, in a box of its own,
// and after the box counts the answer in its record.
//
// The race: another timer clears the record, and it can fire while the box is up.
// In the session played here it fires later, so nothing happens.

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

static void tick()
{
    QMessageBox box(QMessageBox::Question, QStringLiteral("Monitor"), QStringLiteral("Go on?"),
                    QMessageBox::Ok);
    // Stands for the person who presses OK.
    QTimer::singleShot(100, &box, &QDialog::accept);
    box.exec();
    record->answers++;
}

static void clear()
{
    delete record;
    QCoreApplication::quit();
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    app.setQuitOnLastWindowClosed(false); // the box is the only one
    record = new Record;
    QTimer::singleShot(600, &app, clear);
    QTimer::singleShot(50, &app, tick);
    return app.exec();
}
