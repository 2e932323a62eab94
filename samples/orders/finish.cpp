// Several files are looked at; when all answers are there, the work is over. An
// answer that is an error is counted, but does not look whether it was the last.
#include "io.h"

static int pending = 3;

static void answer(bool ok)
{
    pending--;
    if ((ok || mended) && pending == 0)
        qApp->quit();
}

static void run()
{
    ask("stat1", 5, [] { answer(true); });
    ask("stat2", 10, [] { answer(false); });
    ask("stat3", 60, [] { answer(true); });
    QTimer::singleShot(3000, [] { fail("never finished"); });
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    run();
    return app.exec();
}
