// A change posts the saving of the draft; to discard the change takes that back. If
// the draft is saved by then, it stays.
#include "turns.h"
#include <QDir>
#include <QFile>

static const QEvent::Type save = QEvent::User;
static Usually discarding; // has been asked for

static QString draft() { return QDir::homePath() + QStringLiteral("/draft.txt"); }

struct Saver : QObject {
    bool event(QEvent *e) override
    {
        if (e->type() != save)
            return QObject::event(e);
        QFile file(draft());
        if (file.open(QIODevice::WriteOnly))
            file.write("unfinished\n");
        return true;
    }
};

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    auto *saver = new Saver;
    saver->setObjectName(QStringLiteral("saver"));
    window("draft");
    reply("change", 0, [saver] {
        come.happened(); // so that the other is asked for now
        discarding.wait(1, late);
        QCoreApplication::postEvent(saver, new QEvent(save));
    });
    expected++;
    QThread *thread = QThread::create([saver] {
        come.wait(1, late);
        QMetaObject::invokeMethod(qApp, [saver] {
            QCoreApplication::removePostedEvents(saver, save);
            if (mended)
                QFile::remove(draft());
            arrive();
        }, Qt::QueuedConnection);
        discarding.happened();
    });
    thread->setObjectName(QStringLiteral("discard"));
    QObject::connect(thread, &QThread::finished, thread, &QObject::deleteLater);
    QObject::connect(qApp, &QCoreApplication::aboutToQuit, thread, [thread] { thread->wait(); });
    thread->start();
    return app.exec();
}
