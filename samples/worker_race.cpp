// worker_race: an index is built in a thread of its own, whose event loop delivers what the
// main thread asks for.
//
// The race: build waits for a file in a nested loop of that thread. What closes the index is
// the next event of the same thread, comes inside that loop if the file is slow, and frees
// the entries; build goes on with them. In the session played here the file is quick.
//
// With MENDED: close says that the entries are gone, and build looks.
#include <QCoreApplication>
#include <QEventLoop>
#include <QThread>
#include <QTimer>

struct Entries {
    int count = 0;
    ~Entries() { count = -1; }
};

class Index : public QObject {
public:
    void build();
    void close();

private:
    Entries *m_entries = new Entries;
};

__attribute__((noinline)) void Index::build()
{
    QEventLoop loop;
    QTimer::singleShot(60, &loop, &QEventLoop::quit); // stands for the file
    loop.exec();
#ifdef MENDED
    if (!m_entries)
        return;
#endif
    m_entries->count++;
}

__attribute__((noinline)) void Index::close()
{
    delete m_entries;
#ifdef MENDED
    m_entries = nullptr;
#endif
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    QThread thread;
    thread.setObjectName("indexer");
    auto *index = new Index;
    index->moveToThread(&thread);
    QObject::connect(&thread, &QThread::finished, index, &QObject::deleteLater);
    thread.start();
    QTimer::singleShot(20, &app, [index] { QMetaObject::invokeMethod(index, [index] { index->build(); }, Qt::QueuedConnection); });
    QTimer::singleShot(400, &app, [index] { QMetaObject::invokeMethod(index, [index] { index->close(); }, Qt::QueuedConnection); });
    QTimer::singleShot(800, &app, &QCoreApplication::quit);
    const int code = app.exec();
    thread.quit();
    thread.wait();
    return code;
}
