// calls_norace: calls_race, mended: confirmQuit asks whether the window is still there.

#include <QApplication>
#include <QDBusConnection>
#include <QMainWindow>
#include <QMessageBox>
#include <QPointer>

class Window : public QMainWindow {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.example.Window")

public slots:
    void confirmQuit();
    void shut(const QString &reason, bool now);

private:
    int m_answers = 0;
};

// It stays as long as the program.
class Desk : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.example.Desk")
    Q_PROPERTY(QString state READ state)

public:
    QString state() const { return QApplication::activeModalWidget() ? "asks" : "waits"; }

public slots:
    void answer()
    {
        if (QWidget *box = QApplication::activeModalWidget())
            box->close();
    }
};

void Window::confirmQuit()
{
    QMessageBox box(QMessageBox::Question, "Window", "Really?", QMessageBox::Cancel);
    QPointer<Window> self(this);
    box.exec();
    if (self)
        m_answers++;
}

void Window::shut(const QString &reason, bool now)
{
    setWindowTitle(reason);
    if (now)
        close();
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    Desk desk;
    auto *window = new Window;
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->show();
    QDBusConnection bus = QDBusConnection::sessionBus();
    bus.registerObject("/window", window, QDBusConnection::ExportAllSlots);
    bus.registerObject("/desk", &desk, QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllProperties);
    if (!bus.registerService("org.example.calls"))
        return 3;
    return app.exec();
}

#include "calls_norace.moc"
