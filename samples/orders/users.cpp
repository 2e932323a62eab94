// Two users of one name are added: a free address is looked up for each, then the
// row is written. Both may look before either has written (check, then act).
#include "io.h"
#include <QMutex>
#include <QStringList>
#include <memory>

static QMutex lock;
static QStringList rows;

static QString address(const QString &name)
{
    QMutexLocker locked(&lock);
    return rows.contains(name) ? name + QStringLiteral("-2") : name;
}

static void write(const QString &row)
{
    QMutexLocker locked(&lock);
    if (!rows.contains(row))
        rows += row;
    else if (mended)
        rows += row + QStringLiteral("-2");
    else
        fail("the address is taken");
}

static void add(const char *look, const char *insert, int turn)
{
    auto found = std::make_shared<QString>();
    ask(look, turn, [=] { *found = address(QStringLiteral("ann")); }, [=] {
        ask(insert, turn + 1, [=] { write(*found); }, [] {});
    });
}

static void run()
{
    add("look1", "insert1", 0);
    add("look2", "insert2", 2);
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    run();
    return app.exec();
}
