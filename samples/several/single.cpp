// single: a program that runs once only. It looks for another instance by a lock file and by
// shared memory, and ends with 4 if there is one; after a crash both stay behind.
//
// The race: leaving frees the cache while fetch waits for an answer.
//
// With MENDED: fetch asks whether the program was left meanwhile.

#include <QCoreApplication>
#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QSharedMemory>
#include <QTimer>

#include <memory>

struct Cache {
    int entries = 0;
};

class Program : public QObject {
public:
    void fetch();
    void leave();

private:
    Cache *m_cache = new Cache;
#ifdef MENDED
    bool m_left = false;
#endif
};

void Program::fetch()
{
    QEventLoop loop;
    // Stands for the server's answer.
    QTimer::singleShot(30, &loop, &QEventLoop::quit);
    loop.exec();
#ifdef MENDED
    if (m_left)
        return;
#endif
    m_cache->entries++;
}

void Program::leave()
{
#ifdef MENDED
    m_left = true;
#endif
    delete m_cache;
    QCoreApplication::quit();
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    QFile lock(QDir::temp().filePath("sparseracer-sample-single.lock"));
    QSharedMemory memory("sparseracer-sample-single");
    if (lock.exists() || !lock.open(QIODevice::WriteOnly) || !memory.create(16))
        return 4;
    const auto program = std::make_unique<Program>();
    // Stands for the person who leaves.
    QTimer::singleShot(300, program.get(), &Program::leave);
    QTimer::singleShot(20, program.get(), &Program::fetch);
    const int code = app.exec();
    lock.remove();
    return code;
}
