// The rows of a list and the row that was selected last time come from different
// places. A selection that comes before its row selects nothing.
#include "turns.h"

static int rows, wanted = -1;

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    QLabel *label = window("files");
    auto select = [label](int row) {
        if (row < rows)
            label->setText(QStringLiteral("row %1 is selected").arg(row));
        else if (mended)
            wanted = row;
    };
    reply("rows", 0, [=] {
        rows = 3;
        if (wanted >= 0)
            select(wanted);
    });
    reply("selection", 1, [=] { select(2); });
    return app.exec();
}
