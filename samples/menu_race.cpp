// menu_race: a list whose context menu stays up while the list is brought up to
// date.
//
// The race: showMenu keeps a pointer to the item that was clicked across the
// menu's nested event loop. When the new items arrive while the menu is up, the
// item is gone. In the session played here the menu is closed long before.

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
    // Asks for fresh items; the answer takes a while.
    QTimer::singleShot(1000, Qt::CoarseTimer, this, &List::refresh);
    QMenu menu;
    menu.setObjectName(QStringLiteral("menu"));
    menu.addAction(QStringLiteral("Open ") + item->name);
    // Stands for the person who chooses from the menu.
    QTimer::singleShot(100, &menu, &QWidget::close);
    menu.exec(mapToGlobal(QPoint(5, 5)));
    item->opened++;
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
