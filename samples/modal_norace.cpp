// modal_norace: modal_race mended: the document is closed by a click on it, which
// a modal box in front of it does not let through.

#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QMessageBox>
#include <QMouseEvent>
#include <QTimer>
#include <QWindow>

// What QtTest clicks with; QtGui exports it.
void qt_handleMouseEvent(QWindow *w, const QPointF &local, const QPointF &global, Qt::MouseButtons state,
                         Qt::MouseButton button, QEvent::Type type, Qt::KeyboardModifiers mods, int timestamp);

struct Document : QWidget {
    Document();
    ~Document();
    void save();
    void mousePressEvent(QMouseEvent *e) override;
    int saved = 0;
};

Document::Document()
{
    resize(200, 100);
}

Document::~Document()
{
    saved = -1;
}

static Document *document;

void Document::save()
{
    saved++;
}

static void save()
{
    document->save();
}

static void ask()
{
    QMessageBox box(QMessageBox::Question, QStringLiteral("Document"), QStringLiteral("Saved?"), QMessageBox::Ok);
    auto done = [&box] { box.accept(); };
    QMetaObject::invokeMethod(qApp, [done] {
        save();
        QMetaObject::invokeMethod(qApp, done, Qt::QueuedConnection);
    }, Qt::QueuedConnection);
    box.exec();
}

void Document::mousePressEvent(QMouseEvent *e)
{
    if (e->button() == Qt::LeftButton)
        ask();
    else
        deleteLater();
}

static void press(QWidget *widget, Qt::MouseButton button)
{
    qt_handleMouseEvent(widget->windowHandle(), QPointF(5, 5), widget->mapToGlobal(QPoint(5, 5)), button, button,
                        QEvent::MouseButtonPress, Qt::NoModifier, 0);
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    app.setQuitOnLastWindowClosed(false);
    document = new Document;
    document->show();
    // Stands for the person who clicks, as a window system does: from the loop.
    int step = 0;
    QObject::connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::aboutToBlock, [&] {
        if (step == 2 || !document->windowHandle()->isExposed() || QApplication::activeModalWidget())
            return;
        press(document, step++ == 0 ? Qt::LeftButton : Qt::RightButton);
    });
    QTimer::singleShot(1500, [] { QCoreApplication::quit(); });
    return app.exec();
}
