// progress_race: a table that sums up its rows and, to stay alive meanwhile,
// lets events be processed between two of them.
//
// The race: Clear may be pressed while it sums up, and then the row at hand is
// gone. In the session played here it is pressed long afterwards.
//
// With MENDED: after events were processed it asks the list again which row is next, if
// any.

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
#ifdef MENDED
    for (int i = 0; i < m_rows.size(); i++) {
#else
    for (Row *row : qAsConst(m_rows)) {
#endif
        QThread::msleep(5); // the work
        QCoreApplication::processEvents();
#ifdef MENDED
        if (i < m_rows.size())
            m_rows.at(i)->sum++;
#else
        row->sum++;
#endif
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
