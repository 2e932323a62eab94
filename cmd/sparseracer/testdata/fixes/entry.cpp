// An object shows a menu and does what is chosen there. While the menu is up, the object may be deleted: its page was
// left, say.
#include <QApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QTimer>
#include <QWidget>
#include <cstdio>

class Entries : public QObject {
public:
    void show();

private:
    int m_opened = 0;
};

// The program ends when a choice was made and the object is gone, in whatever order.
static void ends()
{
    static int over = 0;
    if (++over == 2)
        QCoreApplication::quit();
}

// Stands for the person who chooses the first entry.
static void choose()
{
    QWidget *menu = QApplication::activePopupWidget();
    QKeyEvent down(QEvent::KeyPress, Qt::Key_Down, Qt::NoModifier), enter(QEvent::KeyPress, Qt::Key_Return, Qt::NoModifier);
    if (menu) {
        QApplication::sendEvent(menu, &down);
        QApplication::sendEvent(menu, &enter);
    }
    ends();
}

void Entries::show()
{
    QMenu menu;
    QAction *open = menu.addAction(QStringLiteral("Open"));
    menu.addAction(QStringLiteral("Close"));
    QTimer::singleShot(400, Qt::CoarseTimer, this, &QObject::deleteLater);
    QTimer::singleShot(100, qApp, choose);
    QAction *chosen = menu.exec(QPoint(5, 5));
    if (chosen == open) {
        m_opened++;
        printf("opened %d\n", m_opened);
    }
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    QWidget window;
    window.show();
    Entries *entries = new Entries;
    QTimer::singleShot(20, entries, &Entries::show);
    QObject::connect(entries, &QObject::destroyed, qApp, ends);
    return app.exec();
}
