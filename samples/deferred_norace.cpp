// deferred_norace: the panel of deferred_race.cpp, mended: ask() itself has the
// worker deleted before it spins its loop. That loop is one level down and does
// not delete it; the loop that ask() returns to does.

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

private:
    Worker *m_worker = new Worker(this);
};

void Panel::ask()
{
    m_worker->deleteLater();
    QDialog dialog(this);
    // Stands for the person who presses OK.
    QTimer::singleShot(60, &dialog, &QDialog::accept);
    dialog.exec();
    m_worker->answers++;
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    Panel panel;
    panel.show();
    QTimer::singleShot(20, &panel, &Panel::ask);
    QTimer::singleShot(900, &app, &QCoreApplication::quit);
    return app.exec();
}
