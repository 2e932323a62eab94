// process_race: a window runs a program and waits for its end in an event loop; meanwhile
// its results are made anew.
//
// The race: run notes the program's exit code in the results that it had before its loop.
// In the session played here the program has ended long before the results are made anew.
//
// With MENDED: run asks for the results after its loop.

#include <QApplication>
#include <QEventLoop>
#include <QProcess>
#include <QTimer>
#include <QWidget>

struct Results {
    int code = -1;
};

class Window : public QWidget {
public:
    ~Window() override { delete m_results; }
    void run();
    void renew();

private:
    Results *m_results = new Results;
};

void Window::run()
{
    QEventLoop loop;
    QProcess program;
    Results *results = m_results;
    QObject::connect(&program, QOverload<int, QProcess::ExitStatus>::of(&QProcess::finished), &loop, &QEventLoop::quit);
    program.start("/bin/sh", {"-c", "echo done; exit 3"});
    loop.exec();
    if (program.state() == QProcess::NotRunning && program.readAllStandardOutput() != "done\n")
        qFatal("what the program printed is lost");
#ifdef MENDED
    results = m_results;
#endif
    results->code = program.exitCode();
}

void Window::renew()
{
    delete m_results;
    m_results = nullptr;
    m_results = new Results;
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    Window window;
    window.show();
    QTimer::singleShot(20, &window, &Window::run);
    QTimer::singleShot(800, &window, &Window::renew);
    QTimer::singleShot(1000, &app, &QCoreApplication::quit);
    return app.exec();
}
