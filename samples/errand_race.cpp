// errand_race: a worker object, moved to a thread that turns a loop, reads a document when the window posts it a call,
// and again by a timer of its own. Close deletes the document, whether or not the thread has come to the call.
// The program ends soon after, whatever the thread is at.
//
// With MENDED: closing ends the thread first, and waits for it.
#include <QCoreApplication>
#include <QThread>
#include <QTimer>

struct Document {
    int lines = 0;
    int words = 0;
    ~Document() { lines = -1; }
};

class Worker : public QObject {
public:
    void setDocument(Document *document) { m_document = document; }
    void read();
    void count();

private:
    Document *m_document = nullptr;
};

__attribute__((noinline)) void Worker::read()
{
    m_document->lines += 10;
    QTimer::singleShot(10, this, &Worker::count);
}

__attribute__((noinline)) void Worker::count()
{
    m_document->words += 10;
}

class Window : public QObject {
public:
    void open();
    void close();

private:
    Document *m_document = nullptr;
    Worker *m_worker = nullptr;
    QThread *m_thread = nullptr;
};

void Window::open()
{
    m_document = new Document;
    m_worker = new Worker;
    m_worker->setDocument(m_document);
    m_thread = new QThread;
    m_thread->setObjectName("reader");
    m_worker->moveToThread(m_thread);
    m_thread->start();
    QMetaObject::invokeMethod(m_worker, &Worker::read, Qt::QueuedConnection);
}

__attribute__((noinline)) void Window::close()
{
#ifdef MENDED
    m_thread->quit();
    m_thread->wait();
#endif
    delete m_document;
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    Window window;
    QTimer::singleShot(20, &window, &Window::open);
    QTimer::singleShot(300, &window, &Window::close);
    QTimer::singleShot(360, &app, &QCoreApplication::quit);
    return app.exec();
}
