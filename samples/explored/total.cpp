// A discount is taken off what is in the cart when it comes, not off what will be.
#include "turns.h"

static int sum, percent = 100, total;

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    QLabel *label = window("cart");
    auto show = [label] {
        if (mended)
            total = sum * percent / 100;
        label->setText(QStringLiteral("total %1").arg(total));
    };
    auto add = [=](int price) {
        sum += price;
        total += price;
        show();
    };
    reply("book", 0, [=] { add(40); });
    reply("pen", 1, [=] { add(10); });
    reply("discount", 2, [=] {
        percent = 90;
        total = total * 90 / 100;
        show();
    });
    return app.exec();
}
