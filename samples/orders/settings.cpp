// Settings are read when the program starts, and changed by the user. The answer
// of the read overwrites the change when it comes late.
#include "io.h"

static QString theme;
static bool changed;

static void run()
{
    ask("read", 0, [] {
        if (!changed || !mended)
            theme = QStringLiteral("light");
    });
    ask("change", 1, [] {
        theme = QStringLiteral("dark");
        changed = true;
    });
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    run();
    app.exec();
    if (theme != QStringLiteral("dark"))
        fail("the change was lost");
}
