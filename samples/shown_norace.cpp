// shown_norace: shown_race mended: a click on the panel clears the record, and the
// panel, made at the start, is shown when the counter has done its work.

#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QTimer>
#include <QWidget>
#include <QWindow>

// What QtTest clicks with; QtGui exports it.
void qt_handleMouseEvent(QWindow *w, const QPointF &local, const QPointF &global, Qt::MouseButtons state,
                         Qt::MouseButton button, QEvent::Type type, Qt::KeyboardModifiers mods, int timestamp);

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

struct Panel : QWidget {
    void mousePressEvent(QMouseEvent *) override { forget(); }
};

static void press(QWidget *widget, Qt::MouseButton button)
{
    qt_handleMouseEvent(widget->windowHandle(), QPointF(5, 5), widget->mapToGlobal(QPoint(5, 5)), button, button,
                        QEvent::MouseButtonPress, Qt::NoModifier, 0);
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    record = new Record;
    Panel panel;
    panel.winId(); // its window is there from the start
    QTimer::singleShot(50, [&panel] {
        count();
        panel.show();
    });
    // Stands for the person who clicks, as a window system does: from the loop.
    bool clicked = false;
    QObject::connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::aboutToBlock, [&] {
        if (clicked || !panel.isVisible() || !panel.windowHandle()->isExposed())
            return;
        clicked = true;
        press(&panel, Qt::LeftButton);
    });
    QTimer::singleShot(600, [] { QCoreApplication::quit(); });
    return app.exec();
}
