// A button shows what there is; new data come from elsewhere, usually after the person
// has looked (show.session). One who looks later sees other data.
#include "turns.h"

#include <QPushButton>

static int data = 1;

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    QLabel *label = window("show");
    auto *button = new QPushButton(QStringLiteral("Show"), label->window());
    label->window()->layout()->addWidget(button);
    QObject::connect(button, &QPushButton::clicked, [=] {
        label->setText(QStringLiteral("data %1").arg(data));
        come.happened();
    });
    answered("data", [] { come.wait(1, late); }, [] { data = 2; })->start();
    return app.exec();
}
