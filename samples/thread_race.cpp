// thread_race: a std::thread counts the lines of a document while its window is open. Closing the
// window frees the document, whether or not the thread has begun; the thread is joined at the
// program's end only. In the session played here the thread is quick.
//
// With MENDED: the window joins the thread before it frees the document.
#include <QCoreApplication>
#include <QTimer>

#include <thread>

struct Document {
    int lines = 0;
    ~Document() { lines = -1; }
};

class Window : public QObject {
public:
    ~Window() override;
    void open();
    void close();

private:
    Document *m_document = nullptr;
    std::thread m_counting;
};

__attribute__((noinline)) static void count(Document *document)
{
    document->lines += 10;
}

void Window::open()
{
    Document *document = m_document = new Document;
    m_counting = std::thread([document] { count(document); });
}

__attribute__((noinline)) void Window::close()
{
#ifdef MENDED
    m_counting.join();
#endif
    delete m_document;
}

Window::~Window()
{
    if (m_counting.joinable())
        m_counting.join();
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    Window window;
    QTimer::singleShot(20, &window, &Window::open);
    QTimer::singleShot(300, &window, &Window::close);
    QTimer::singleShot(700, &app, &QCoreApplication::quit);
    return app.exec();
}
