// printing_race: a thread prints, and tells the program when it is done. That comes after
// the handler that started the thread, which still looks at the job: no race. The status
// line looks at it too, for as long as it takes the printer to be done: a race.
//
// With MENDED: the status line asks whether there is a job still. What is left is that
// a thread's message comes after its start.

#include <QApplication>
#include <QThread>
#include <QTimer>
#include <QWidget>

#include <memory>

struct Job {
    Job();
    ~Job();
    int pages = 3;
};

Job::Job() { }

Job::~Job()
{
    pages = -1;
}

class Window : public QWidget {
public:
    ~Window() override;
    void print();
    void showStatus();
    void printed();

private:
    Job *m_job = new Job;
    QThread *m_printer = nullptr;
#ifdef MENDED
    bool m_done = false;
#endif
};

Window::~Window()
{
    m_printer->wait();
    delete m_printer;
}

void Window::print()
{
    m_printer = QThread::create([this] {
        QThread::msleep(400); // stands for the printer
        QMetaObject::invokeMethod(this, [this] { printed(); }, Qt::QueuedConnection);
    });
    m_printer->start();
    m_job->pages++;
}

void Window::showStatus()
{
#ifdef MENDED
    if (m_done)
        return;
#endif
    m_job->pages++;
}

void Window::printed()
{
#ifdef MENDED
    m_done = true;
#endif
    delete m_job;
    QTimer::singleShot(100, qApp, &QCoreApplication::quit);
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    const auto window = std::make_unique<Window>();
    window->show();
    // Stand for the person who prints, and for the status line's turn.
    QTimer::singleShot(20, window.get(), &Window::print);
    QTimer::singleShot(60, window.get(), &Window::showStatus);
    return app.exec();
}
