// Three steps of a job report; the fault needs two of them to be late at once, in
// the wrong order.
#include "io.h"

static QString order;

static void step(const char *name)
{
    order += QLatin1String(name);
    if (order == QStringLiteral("cba") && !mended)
        fail("the steps ran backwards");
}

static void run()
{
    ask("a", 0, [] { step("a"); });
    ask("b", 1, [] { step("b"); });
    ask("c", 2, [] { step("c"); });
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    run();
    return app.exec();
}
