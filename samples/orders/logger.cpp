// Lines are written to a log, then the log is closed. Who closes waits for a while
// instead of for the last line.
#include "io.h"

static bool closed;
static int lines;

static void line()
{
    if (closed && !mended)
        fail("write after end");
    if (++lines == 3 && closed)
        qApp->quit();
}

static void run()
{
    ask("line1", 5, line);
    ask("line2", 10, line);
    ask("line3", 15, line);
    ask("close", 70, [] {
        closed = true;
        if (lines == 3)
            qApp->quit();
    });
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    run();
    return app.exec();
}
