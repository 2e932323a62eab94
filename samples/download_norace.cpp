// download_norace: the program of download_race.cpp, mended: after its loop
// fetch asks whether the program was left meanwhile.

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
    bool m_left = false;
};

void Program::fetch()
{
    QEventLoop loop;
    // Stands for the server's answer.
    QTimer::singleShot(60, &loop, &QEventLoop::quit);
    loop.exec();
    if (m_left)
        return;
    m_cache->entries++;
}

void Program::leave()
{
    m_left = true;
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
