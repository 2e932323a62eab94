// calls_race: a window that other programs may ask to close, by D-Bus, as KDE's
// main windows may be.
//
// The race: confirmQuit asks in a modal box, and counts the answer in a member. The
// window manager cannot close a window below a modal box, but a call can: the window
// goes while the box is open. In the recorded session the box is answered first.
//
// With MENDED: confirmQuit asks whether the window is still there.

#include <QApplication>
#include <QDBusConnection>
#include <QMainWindow>
#include <QMessageBox>
#ifdef MENDED
#include <QPointer>
#endif

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
#ifdef MENDED
    QPointer<Window> self(this);
#endif
    box.exec();
#ifdef MENDED
    if (self)
        m_answers++;
#else
    m_answers++;
#endif
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

#include "calls_race.moc"
