// lambda_norace: the notice of lambda_race.cpp, mended: the timer works for the
// notice and goes with it.

#include <QApplication>
#include <QTimer>
#include <QWidget>

class Notice : public QWidget {
public:
    Notice();
    ~Notice() override;
    void appear();

private:
    int m_faded = 0;
};

Notice::Notice()
{
    setObjectName(QStringLiteral("notice"));
}

Notice::~Notice()
{
    m_faded = -1;
}

void Notice::appear()
{
    show();
    QTimer::singleShot(60, this, [this] { m_faded++; });
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    app.setQuitOnLastWindowClosed(false); // the notice is the only one
    Notice *notice = new Notice;
    // Stands for the person who closes the notice.
    QTimer::singleShot(500, &app, [notice] { delete notice; });
    QTimer::singleShot(20, notice, &Notice::appear);
    QTimer::singleShot(900, &app, &QCoreApplication::quit);
    return app.exec();
}
