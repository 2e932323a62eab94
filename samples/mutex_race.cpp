// mutex_race: a QThread with a run of its own adds up a table until it is told to stop. The window
// stops it and frees the table. In the session played here the thread is over by then.
//
// With MENDED: the thread adds up under a std::mutex and looks there whether it is to stop; the
// window says so under the same lock.
#include <QCoreApplication>
#include <QThread>
#include <QTimer>

#include <mutex>

struct Table {
    int sum = 0;
    ~Table() { sum = -1; }
};

class Adder : public QThread {
public:
    explicit Adder(Table *table) : m_table(table) { }
    void stop();

private:
    void run() override;
    Table *m_table;
#ifdef MENDED
    std::mutex m_lock;
    bool m_stop = false;
#endif
};

__attribute__((noinline)) void Adder::run()
{
    for (int i = 0; i < 3; i++) {
#ifdef MENDED
        const std::lock_guard<std::mutex> guard(m_lock);
        if (m_stop)
            return;
#endif
        m_table->sum += i;
    }
}

__attribute__((noinline)) void Adder::stop()
{
#ifdef MENDED
    const std::lock_guard<std::mutex> guard(m_lock);
    m_stop = true;
#endif
    delete m_table;
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    Adder adder(new Table);
    QTimer::singleShot(20, &app, [&adder] { adder.start(); });
    QTimer::singleShot(300, &app, [&adder] { adder.stop(); });
    QTimer::singleShot(700, &app, &QCoreApplication::quit);
    const int code = app.exec();
    adder.wait();
    return code;
}
