// Lines are written to a log, then the log is closed. Who closes waits for a while
// instead of for the last line.
#include "io.h"

static bool closed;

static void line()
{
    if (closed && !mended)
        fail("write after end");
}

static void run()
{
    ask("line1", 0, line);
    ask("line2", 1, line);
    ask("line3", 2, line);
    ask("close", 3, [] { closed = true; });
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    run();
    return app.exec();
}
