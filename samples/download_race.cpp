// download_race: a program that waits for a download in an event loop of its
// own, and that can be left meanwhile.
//
// The race: leaving frees the cache and ends every loop, the download's among
// them; fetch goes on and counts an entry in a cache that is no more. In the
// session played here the answer comes long before the person leaves.
//
// With MENDED: after its loop fetch asks whether the program was left meanwhile.

#include <QApplication>
#include <QEventLoop>
#include <QTimer>
#include <QWidget>

#include <memory>

struct Cache {
    Cache();
    ~Cache();
    int entries = 0;
};

Cache::Cache() { }

Cache::~Cache()
{
    entries = -1;
}

class Program : public QWidget {
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
    QTimer::singleShot(60, &loop, &QEventLoop::quit);
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
    QApplication app(argc, argv);
    const auto program = std::make_unique<Program>();
    program->show();
    // Stands for the person who leaves.
    QTimer::singleShot(500, program.get(), &Program::leave);
    QTimer::singleShot(20, program.get(), &Program::fetch);
    return app.exec();
}
