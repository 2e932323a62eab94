// actions_race: a list whose handler opens a menu, runs the action that was chosen, and
// shows a box because that failed. Two loops in one handler, and two bugs.
//
// The first race: showMenu keeps a pointer to the item that was clicked across the menu.
// When new items arrive meanwhile, it is gone. The second one: it keeps a pointer to the
// page in front across the box, and the page may be closed meanwhile. In the session played
// here both come when all is over. Before the menu it looks at both: that harms nobody.
//
// With MENDED: after each loop it asks for the item and the page again.

#include <QApplication>
#include <QMenu>
#include <QMessageBox>
#include <QTimer>
#include <QWidget>

struct Item {
    QString name;
    int opened = 0;
};

struct Page {
    int failures = 0;
    int shown = 0;
};

class List : public QWidget {
public:
    ~List() override;
    void showMenu();
    void refresh();
    void closePage();

private:
    Item *m_item = new Item{ QStringLiteral("first") };
    Page *m_page = new Page;
};

List::~List()
{
    delete m_item;
    delete m_page;
}

void List::showMenu()
{
    Item *item = m_item;
    Page *page = m_page;
    page->shown++;
    QTimer::singleShot(900, Qt::CoarseTimer, this, &List::refresh);
    QTimer::singleShot(1300, Qt::CoarseTimer, this, &List::closePage);
    QMenu menu;
    menu.addAction(QStringLiteral("Open ") + item->name);
    // Stands for the person who chooses from the menu.
    QTimer::singleShot(100, &menu, &QWidget::close);
    menu.exec(mapToGlobal(QPoint(5, 5)));
#ifdef MENDED
    item = m_item;
#endif
    item->opened++;
    QMessageBox box(QMessageBox::Warning, QStringLiteral("List"), QStringLiteral("This cannot be opened."));
    QTimer::singleShot(100, &box, &QWidget::close);
    box.exec();
#ifdef MENDED
    page = m_page;
    if (!page)
        return;
#endif
    page->failures++;
}

void List::refresh()
{
    Item *old = m_item;
    m_item = new Item{ QStringLiteral("second") };
    delete old;
}

void List::closePage()
{
    Page *old = m_page;
    m_page = nullptr;
    delete old;
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    auto *list = new List;
    list->resize(200, 100);
    list->show();
    QTimer::singleShot(50, list, &List::showMenu);
    QTimer::singleShot(1900, &app, &QApplication::quit);
    int code = app.exec();
    delete list;
    return code;
}
