// A table comes row by row, from several readers, and then its end. Nothing keeps
// the end from coming before the last row.
#include "io.h"

static const int wanted = 3;
static int rows;
static bool ended;
static Usually read; // a row

static void finish()
{
    if (rows == wanted)
        return qApp->quit();
    if (!mended)
        fail("the end came before the last row");
}

static void row()
{
    rows++;
    read.happened();
    if (ended)
        finish();
}

static void run()
{
    ask("row1", 5, row);
    ask("row2", 10, row);
    ask("row3", 20, row);
    ask("end", 30, [] { read.wait(wanted); }, [] {
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
