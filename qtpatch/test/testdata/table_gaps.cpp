// table_gaps.cpp: two tasks of one class, between whose table of virtual functions and what lies
// before it AddressSanitizer leaves space.
#include <QCoreApplication>
#include <QRunnable>
#include <QThreadPool>
#include <QTimer>

#include <atomic>
#include <cstdio>

static std::atomic<int> sum;

struct First : QRunnable {
    void run() override;
};
struct Second : QRunnable {
    void run() override;
};
void First::run() { sum += 1; }
void Second::run() { sum += 10; }

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    QTimer::singleShot(0, [] {
        QThreadPool pool;
        for (int i = 0; i < 3; i++) {
            pool.start(new First);
            pool.start(new Second);
        }
        pool.waitForDone();
        std::printf("%d\n", sum.load());
        QCoreApplication::quit();
    });
    return app.exec();
}
