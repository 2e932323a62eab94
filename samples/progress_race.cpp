// progress_race: a table that sums up its rows and, to stay alive meanwhile,
// lets events be processed between two of them.
//
// The race: Clear may be pressed while it sums up, and then the row at hand is
// gone. In the session played here it is pressed long afterwards.

#include <QApplication>
#include <QThread>
#include <QTimer>
#include <QVector>
#include <QWidget>

struct Row {
    Row();
    ~Row();
    int sum = 0;
};

Row::Row() { }

Row::~Row()
{
    sum = -1;
}

class Table : public QWidget {
public:
    Table();
    void sumUp();
    void clear();

private:
    QVector<Row *> m_rows;
};

Table::Table()
    : m_rows{ new Row, new Row, new Row }
{
    setObjectName(QStringLiteral("table"));
}

void Table::sumUp()
{
    for (Row *row : qAsConst(m_rows)) {
        QThread::msleep(5); // the work
        QCoreApplication::processEvents();
        row->sum++;
    }
}

void Table::clear()
{
    qDeleteAll(m_rows);
    m_rows.clear();
    QCoreApplication::quit();
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    Table table;
    table.show();
    // Stands for the person who presses Clear.
    QTimer::singleShot(500, &table, &Table::clear);
    QTimer::singleShot(20, &table, &Table::sumUp);
    return app.exec();
}
