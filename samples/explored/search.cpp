// Each key asks for results; whatever answer comes last is shown. An answer to what
// was typed before may come after the newer one.
#include "turns.h"

static int newest;

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    QLabel *label = window("search");
    auto answer = [label](int query) {
        if (query < newest && mended)
            return;
        newest = query;
        label->setText(QStringLiteral("results of query %1").arg(query));
    };
    reply("ca", 0, [=] { answer(1); });
    reply("cat", 1, [=] { answer(2); });
    return app.exec();
}
