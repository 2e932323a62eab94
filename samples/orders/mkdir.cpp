// Two users each want a directory: they ask whether it is there, and if not make
// it. The second answer may come before the first one has made it; then who makes
// it last fails (check, then act).
#include "io.h"
#include <atomic>
#include <memory>

static std::atomic<bool> exists;

static void want(const char *look, const char *make, int turn)
{
    auto there = std::make_shared<bool>(), first = std::make_shared<bool>();
    ask(look, turn, [=] { *there = exists; }, [=] {
        if (!*there)
            ask(make, turn + 1, [=] { *first = !exists.exchange(true); }, [=] {
                if (!*first && !mended)
                    fail("the directory exists");
            });
    });
}

static void run()
{
    want("look1", "make1", 0);
    want("look2", "make2", 2);
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    run();
    return app.exec();
}
