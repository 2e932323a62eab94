// Each change of a text is checked by a process of its own. What the last to answer
// says is shown: it may have checked an older text.
#include "io.h"

static int newest, shown;

static void check(const char *name, int text)
{
    ask(name, text - 1, [text] {
        if (mended && text < newest)
            return;
        newest = std::max(newest, text);
        shown = text;
    });
}

static void run()
{
    check("check1", 1);
    check("check2", 2);
    check("check3", 3);
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    run();
    app.exec();
    if (shown != 3)
        fail("the message of an older text is shown");
}
