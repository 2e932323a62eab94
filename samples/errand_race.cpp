// errand_race: a worker object, moved to a thread that turns a loop, counts the lines of a document when the window posts
// it a call. Close deletes the document, whether or not the thread has come to the call.
// The program ends soon after, whatever the thread is at.
//
// With MENDED: closing ends the thread first, and waits for it.
#include <QCoreApplication>
#include <QThread>
#include <QTimer>

struct Document {
    int lines = 0;
    ~Document() { lines = -1; }
};

class Worker : public QObject {
public:
    void setDocument(Document *document) { m_document = document; }
    void count();

private:
    Document *m_document = nullptr;
};

__attribute__((noinline)) void Worker::count()
{
    m_document->lines += 10;
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
    m_thread->setObjectName("counter");
    m_worker->moveToThread(m_thread);
    m_thread->start();
    QMetaObject::invokeMethod(m_worker, &Worker::count, Qt::QueuedConnection);
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
