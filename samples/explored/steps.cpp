// Three steps report that they are ready. Only if they do so backwards is the
// program confused: three pairs have to change places.
#include "turns.h"

static int order;

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    QLabel *label = window("steps");
    auto step = [label](int n) {
        order = order * 10 + n;
        if (order == 321 && !mended)
            fail("the steps ran backwards");
        if (order > 100)
            label->setText(QStringLiteral("ready"));
    };
    reply("first", 0, [=] { step(1); });
    reply("second", 1, [=] { step(2); });
    reply("third", 2, [=] { step(3); });
    return app.exec();
}
