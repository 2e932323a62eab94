// lambda_race: a notice that fades a while after it was shown. No loop is
// nested here.
//
// The race: the single-shot timer knows nothing of the notice that its lambda
// took along; when the notice is closed before the timer fires, it is gone. In
// the session played here the notice is closed long afterwards.
//
// With MENDED: the timer works for the notice and goes with it.

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
#ifdef MENDED
    QTimer::singleShot(60, this, [this] { m_faded++; });
#else
    QTimer::singleShot(60, [this] { m_faded++; });
#endif
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
