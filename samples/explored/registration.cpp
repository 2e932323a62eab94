// A plugin says what a button does, when it has come up; the session may be over before.
// The faulty program takes no plugins once it is ready: the button of one that comes
// later does nothing, for good. The mended one takes it whenever it comes; where the end
// comes first, its registration is late, and nobody is left to miss it.
#include "turns.h"

#include <QPushButton>

static bool closed;

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    auto *buy = new QPushButton(QStringLiteral("Buy"), window("shop")->window());
    buy->setObjectName(QStringLiteral("buy"));
    reply("plugin", 0, [buy] {
        if (!closed || mended)
            QObject::connect(buy, &QPushButton::clicked, [] {});
    });
    reply("ready", 1, [] {
        closed = true;
        if (mended)
            qApp->quit();
    });
    return app.exec();
}
