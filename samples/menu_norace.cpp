// menu_norace: the list of menu_race.cpp, mended.
//
// showMenu takes what it needs of the item before the menu's nested event loop
// and does with the item itself what there is to do; afterwards it asks nothing
// of it.

#include <QApplication>
#include <QMenu>
#include <QTimer>
#include <QVector>
#include <QWidget>

struct Item {
    QString name;
    int opened = 0;
};

class List : public QWidget {
public:
    List();
    ~List() override;
    void showMenu();
    void refresh();

private:
    QVector<Item *> m_items;
    QString m_last;
};

List::List()
    : m_items{ new Item{ QStringLiteral("first") }, new Item{ QStringLiteral("second") } }
{
    setObjectName(QStringLiteral("list"));
}

List::~List()
{
    qDeleteAll(m_items);
}

void List::showMenu()
{
    Item *item = m_items.first();
    item->opened++;
    const QString name = item->name;
    // Asks for fresh items; the answer takes a while.
    QTimer::singleShot(1000, Qt::CoarseTimer, this, &List::refresh);
    QMenu menu;
    menu.setObjectName(QStringLiteral("menu"));
    menu.addAction(QStringLiteral("Open ") + name);
    // Stands for the person who chooses from the menu.
    QTimer::singleShot(100, &menu, &QWidget::close);
    menu.exec(mapToGlobal(QPoint(5, 5)));
    m_last = name;
}

void List::refresh()
{
    for (Item *&item : m_items) {
        Item *old = item;
        item = new Item{ old->name + QLatin1Char('\'') };
        delete old;
    }
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    List list;
    list.show();
    QTimer::singleShot(20, &list, &List::showMenu);
    QTimer::singleShot(1400, &app, &QCoreApplication::quit);
    return app.exec();
}
