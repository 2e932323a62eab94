// modal_race: while a modal box asks something, the document behind it is saved.
//
// The race: a time-out closes the document, whatever box is in front of it. In
// the session played here it is saved long before.

#include <QApplication>
#include <QMessageBox>
#include <QTimer>

struct Document : QWidget {
    Document();
    ~Document();
    void save();
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
    QMetaObject::invokeMethod(qApp, save, Qt::QueuedConnection);
    // Stands for the person who presses OK.
    QTimer::singleShot(100, &box, &QDialog::accept);
    box.exec();
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    app.setQuitOnLastWindowClosed(false);
    document = new Document;
    document->show();
    QTimer::singleShot(300, [] { delete document; });
    QTimer::singleShot(50, ask);
    QTimer::singleShot(1500, [] { QCoreApplication::quit(); });
    return app.exec();
}
