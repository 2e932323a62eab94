// Tasks of thread pools, a worker with a loop of its own, and futures, whose answers come back
// to the main loop; some threads post while they hold a lock that the main thread wants, or
// wait for the main thread.
//
// Guaranteed, and looked after: an answer comes after its task, once; the answers of one
// thread come in the order of its posts, and before its finished; what was posted before a
// lock was released is there after it was taken; nothing comes to an object that is gone, nor
// from a future that nobody watches any more; a future is finished after its results, of which
// each comes once; a blocking call comes back after its handler.
#include "../check.h"
#include <QtConcurrent>
#include <QtCore>
#include <atomic>
#include <functional>
#include <vector>

static void in(int ms, QObject *context, std::function<void()> work) { QTimer::singleShot(ms, Qt::PreciseTimer, context, work); }

static QMutex lock;

// A task of the pool. It belongs to its answer, which deletes it.
struct Task : QRunnable {
    QObject *asker;
    int *memory = new int(0), number;
    bool ran = false;
    std::function<void(Task *)> answer;
    Task(QObject *o, int n, std::function<void(Task *)> f) : asker(o), number(n), answer(std::move(f)) { setAutoDelete(false); }
    ~Task() override
    {
        HOLDS(ran, "a task was deleted before it ran");
        delete memory;
    }
    void run() override
    {
        QMutexLocker locker(&lock);
        ++*memory;
        ran = true;
        Task *task = this;
        auto f = answer;
        QMetaObject::invokeMethod(asker, [f, task] { f(task); }, Qt::QueuedConnection);
        if (number % 3 == 0)
            QThread::usleep(300); // holds the lock
    }
};

// Lives in a thread and answers what it is asked, in turn.
struct Worker : QObject {
    int asked = 0;
    QObject *main;
    std::function<void(int)> answer;
    std::function<int(int)> question;
    std::vector<int> memory = std::vector<int>(16, 1);
    void ask(int number)
    {
        HOLDS(number == asked + 1, "a worker's questions changed places");
        asked = number;
        memory[number % 16]++;
        if (number % 4 == 0) {
            int result = 0;
            QMetaObject::invokeMethod(main, [&] { result = question(number); }, Qt::BlockingQueuedConnection);
            HOLDS(result == -number, "a blocking call came back before its handler");
        }
        auto f = answer;
        QMetaObject::invokeMethod(main, [f, number] { f(number); }, Qt::QueuedConnection);
    }
};

class Program : public QObject {
    QThreadPool pool;
    QThread thread;
    Worker *worker = new Worker;
    QFutureWatcher<int> squares;
    QSet<int> results;
    QSemaphore filled;
    std::atomic<int> items{0};
    bool forgotten = false;
    int taken = 0, tasks = 0, answers = 0, asked = 0, questions = 0, answersOfWorker = 0, parts = 6;

    void over()
    {
        if (--parts == 0)
            QCoreApplication::quit();
    }

    void startTasks(int n)
    {
        for (int i = 0; i < n; i++)
            pool.start(new Task(this, ++tasks, [this](Task *task) {
                QMutexLocker locker(&lock);
                HOLDS(task->ran && *task->memory == 1, "an answer came before its task was over");
                delete task;
                if (++answers == 24)
                    over();
            }));
    }

    void startWorker()
    {
        worker->main = this;
        worker->question = [this](int number) {
            questions++;
            HOLDS(number % 4 == 0 && answersOfWorker == number - 1, "a blocking call passed an answer");
            return -number;
        };
        worker->answer = [this](int number) {
            HOLDS(number == answersOfWorker + 1, "a worker's answers changed places");
            answersOfWorker = number;
            if (number == 12)
                thread.quit();
        };
        worker->moveToThread(&thread);
        connect(&thread, &QThread::finished, worker, &QObject::deleteLater);
        connect(&thread, &QThread::finished, this, [this] {
            HOLDS(answersOfWorker == 12 && questions == 3, "a thread is finished before its answers");
            over();
        });
        thread.start();
    }

    void askWorker()
    {
        for (int i = 0; i < 4; i++) {
            int number = ++asked;
            QMetaObject::invokeMethod(worker, [this, number] { worker->ask(number); }, Qt::QueuedConnection);
        }
    }

    void startFutures()
    {
        connect(&squares, &QFutureWatcherBase::resultReadyAt, this, [this](int index) {
            HOLDS(!results.contains(index) && squares.resultAt(index) == index * index, "a result came twice, or before it was there");
            results.insert(index);
        });
        connect(&squares, &QFutureWatcherBase::finished, this, [this] {
            HOLDS(results.size() == 10, "a future is finished before its results");
            over();
        });
        QList<int> numbers;
        for (int i = 0; i < 10; i++)
            numbers << i;
        squares.setFuture(QtConcurrent::mapped(numbers, std::function<int(int)>([](int n) {
            QThread::usleep(200 * (n % 3));
            return n * n;
        })));
        // Looked at no more, while it may be about to report.
        auto *gone = new QFutureWatcher<void>;
        auto *memory = new int(0);
        connect(gone, &QFutureWatcherBase::finished, gone, [memory] { ++*memory; });
        gone->setFuture(QtConcurrent::run([] { QThread::msleep(3); }));
        in(3, this, [this, gone, memory] {
            delete gone;
            delete memory;
            over();
        });
    }

    // A thread fills what the main thread waits for in a handler.
    void startStream()
    {
        auto *filler = QThread::create([this] {
            for (int i = 1; i <= 6; i++) {
                QMetaObject::invokeMethod(this, [this, i] { HOLDS(++taken == i, "what one thread posts changed places"); }, Qt::QueuedConnection);
                items++;
                filled.release();
                QThread::msleep(2);
            }
        });
        connect(filler, &QThread::finished, this, [this, filler] {
            HOLDS(taken == 6, "a thread is finished before its posts");
            filler->deleteLater();
            over();
        });
        filler->start();
        for (int ms : {3, 6})
            in(ms, this, [this] {
                filled.acquire(2);
                HOLDS(items >= 2, "a semaphore was acquired before it was released");
                QCoreApplication::sendPostedEvents(this);
                HOLDS(taken >= 2, "what was posted before a release is not there after the acquire");
            });
    }

    // Its thread posts to an object that is deleted meanwhile.
    void startForgotten()
    {
        auto *object = new QObject;
        auto *memory = new int(0);
        pool.start(new Task(this, ++tasks, [](Task *task) {
            QMutexLocker locker(&lock); // its thread is through with it then
            delete task;
        }));
        auto *late = QThread::create([object, memory, stop = &forgotten] {
            for (int i = 0; i < 20; i++) {
                QMutexLocker locker(&lock);
                if (*stop)
                    return;
                QMetaObject::invokeMethod(object, [memory] { ++*memory; }, Qt::QueuedConnection);
                locker.unlock();
                QThread::usleep(400);
            }
        });
        late->start();
        in(5, this, [this, object, memory, late] {
            {
                QMutexLocker locker(&lock);
                forgotten = true;
                delete object;
                delete memory;
            }
            late->wait();
            delete late;
            over();
        });
    }

public:
    Program()
    {
        pool.setMaxThreadCount(3);
        startWorker();
        for (int i = 0; i < 3; i++) {
            in(2 + 7 * i, this, [this] { startTasks(8); });
            in(3 + 6 * i, this, [this] { askWorker(); });
        }
        in(4, this, [this] { startFutures(); });
        in(5, this, [this] { startStream(); });
        in(6, this, [this] { startForgotten(); });
    }
    ~Program() override
    {
        pool.waitForDone();
        thread.wait();
        QCoreApplication::sendPostedEvents(this); // the answer of a task that came last
    }
};

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    {
        Program program;
        app.exec();
    }
    std::puts("all answers held their order");
}
