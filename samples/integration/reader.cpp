// A reader waits in a nested loop for its document to be loaded, and goes on to count its
// pages. Meanwhile the document may be closed. With -DRACE it uses the document all the same;
// without, it looks whether the document is still there.
#include <QCoreApplication>
#include <QEventLoop>
#include <QPointer>
#include <QTimer>

struct Document : QObject {
    int pages = 0;
};

#ifdef RACE
using Held = Document *;
#else
using Held = QPointer<Document>;
#endif

class Reader : public QObject
{
public:
    explicit Reader(Document *document) : m_document(document) {}

    void read()
    {
        QEventLoop loaded;
        QTimer::singleShot(50, &loaded, &QEventLoop::quit);
        loaded.exec();
        if (m_document)
            m_document->pages++;
    }

private:
    Held m_document;
};

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    auto *document = new Document;
    Reader reader(document);
    QTimer::singleShot(500, document, [document] {
        delete document;
        QCoreApplication::quit();
    });
    QTimer::singleShot(0, &reader, &Reader::read);
    return app.exec();
}
