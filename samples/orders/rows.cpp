// A table comes row by row, from several readers, and then its end. Nothing keeps
// the end from coming before the last row.
#include "io.h"

static const int wanted = 3;
static int rows;
static bool ended;

static void finish()
{
    if (rows == wanted)
        std::puts("all rows are there");
    else if (!mended)
        fail("the end came before the last row");
}

static void row()
{
    rows++;
    if (ended)
        finish();
}

static void run()
{
    ask("row1", 0, row);
    ask("row2", 1, row);
    ask("row3", 2, row);
    ask("end", 3, [] {
        ended = true;
        finish();
    });
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    run();
    return app.exec();
}
