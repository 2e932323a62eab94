// tables.cpp: tasks whose classes have large tables of virtual functions, used while they wait.
#include <QCoreApplication>
#include <QRunnable>
#include <QSemaphore>
#include <QThreadPool>
#include <QTimer>

#include <cstdio>
#include <utility>

static QSemaphore go;

struct Blocker : QRunnable {
    void run() override { go.acquire(); }
};

template <int N> struct Base { long number = N; virtual ~Base() {} };
template <int N> struct Bases : virtual Base<N>, Bases<N - 1> {};
template <> struct Bases<0> {};

template <int N> struct Many : QRunnable, Bases<N> {
    void run() override {}
};

template <int N> struct Functions : Functions<N - 1> {
    virtual int function(std::integral_constant<int, N>) { return N; }
    using Functions<N - 1>::function;
};
template <> struct Functions<0> : QRunnable {
    void run() override {}
    virtual int function() { return 0; }
};

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    QTimer::singleShot(0, [] {
        QThreadPool pool;
        pool.setMaxThreadCount(1);
        pool.start(new Blocker);
        auto *few = new Many<20>;
        auto *many = new Many<100>;
        auto *functions = new Functions<270>;
        pool.start(few);
        pool.start(many);
        pool.start(functions);
        long sum = 0;
        Base<1> *volatile a = few;
        Base<20> *volatile b = few;
        Base<100> *volatile c = many;
        sum = a->number + b->number + c->number;
        QRunnable *volatile any = functions;
        int last = static_cast<Functions<270> *>(any)->function(std::integral_constant<int, 270>());
        std::printf("%ld %d\n", sum, last);
        go.release();
        pool.waitForDone();
        QCoreApplication::quit();
    });
    return app.exec();
}
