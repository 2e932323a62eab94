// A crawler is complete when no page is open. A page that was found is open only
// after its rules have been asked for; until then others must keep it going.
#include "io.h"

static int open = 2, asking, fetched;

static void look()
{
    if (open > 0 || (mended && asking > 0))
        return;
    if (fetched < 3)
        fail("complete before all pages were fetched");
}

static void fetch()
{
    open--;
    fetched++;
    look();
}

static void run()
{
    ask("page1", 0, [] {
        asking++;
        ask("rules", 1, [] {
            asking--;
            open++;
            ask("page2", 2, fetch);
        });
        fetch();
    });
    ask("page3", 3, fetch);
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    run();
    return app.exec();
}
