// A client that lost its connection connects again a while later, unless it was
// stopped: but what was asked for before is not taken back.
#include "io.h"

static bool stopped;

static void connected()
{
    if (stopped && !mended)
        fail("connected after stop");
}

static void run()
{
    ask("lost", 0, [] {
        if (!stopped)
            ask("connect", 1, connected);
    });
    ask("stop", 2, [] { stopped = true; });
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    run();
    return app.exec();
}
