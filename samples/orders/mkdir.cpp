// Two users each want a directory: they ask whether it is there, and if not make
// it. The second answer may come before the first one has made it; then who makes
// it last fails (check, then act).
#include "io.h"
#include <atomic>
#include <memory>

static std::atomic<bool> exists;
static int done;

static void made(bool first)
{
    if (!first && !mended)
        fail("the directory exists");
    if (++done == 2)
        qApp->quit();
}

static void want(const char *look, const char *make)
{
    auto there = std::make_shared<bool>(), first = std::make_shared<bool>();
    ask(look, 5, [=] { *there = exists; }, [=] {
        if (*there)
            return made(true);
        ask(make, 5, [=] { *first = !exists.exchange(true); }, [=] { made(*first); });
    });
}

static void run()
{
    want("look1", "make1");
    QTimer::singleShot(60, [] { want("look2", "make2"); });
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    run();
    return app.exec();
}
