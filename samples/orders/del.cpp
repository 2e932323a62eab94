// A folder and a file in it are to be deleted, side by side: each is looked at, then
// removed. The folder takes its file along; if that was looked at before, it is gone
// when its turn comes.
#include "io.h"
#include <atomic>

static std::atomic<bool> file{ true };

static void remove_file()
{
    ask("remove file", 1, [] {
        if (!file.exchange(false) && !mended)
            fail("no such file");
    }, [] {});
}

static void remove_folder()
{
    ask("remove folder", 3, [] { file = false; }, [] {});
}

static void run()
{
    static bool there;
    ask("look at file", 0, [] { there = file; }, [] {
        if (there)
            remove_file();
    });
    ask("look at folder", 2, remove_folder);
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    run();
    return app.exec();
}
