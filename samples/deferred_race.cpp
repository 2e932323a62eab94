// deferred_race: a panel asks in a dialog what to do with its worker, and
// another handler has the worker deleted when control is back in the loop.
//
// The race: deleteLater() is safe from the handler that calls it, but the loop
// that control comes back to may be the dialog's, one level down, and then the
// worker is gone before ask() goes on. In the session played here stop() is
// called long after the dialog.
//
// With MENDED: ask() itself has the worker deleted before it spins its loop. That loop
// is one level down and does not delete it; the loop that ask() returns to does.

#include <QApplication>
#include <QDialog>
#include <QTimer>
#include <QWidget>

class Worker : public QObject {
public:
    explicit Worker(QObject *parent);
    ~Worker() override;
    int answers = 0;
};

Worker::Worker(QObject *parent)
    : QObject(parent)
{
    setObjectName(QStringLiteral("worker"));
}

Worker::~Worker()
{
    answers = -1;
}

class Panel : public QWidget {
public:
    void ask();
#ifndef MENDED
    void stop();
#endif

private:
    Worker *m_worker = new Worker(this);
};

void Panel::ask()
{
#ifdef MENDED
    m_worker->deleteLater();
#endif
    QDialog dialog(this);
    // Stands for the person who presses OK.
    QTimer::singleShot(60, &dialog, &QDialog::accept);
    dialog.exec();
    m_worker->answers++;
}

#ifndef MENDED
void Panel::stop()
{
    m_worker->deleteLater();
}
#endif

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    Panel panel;
    panel.show();
#ifndef MENDED
    // Stands for the person who presses Stop.
    QTimer::singleShot(500, &panel, &Panel::stop);
#endif
    QTimer::singleShot(20, &panel, &Panel::ask);
    QTimer::singleShot(900, &app, &QCoreApplication::quit);
    return app.exec();
}
