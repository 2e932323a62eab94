// startup_race: a program that opens its file before it starts its event loop, and asks
// in a box what to do with a file that another program has changed. It may be closed by
// D-Bus, as KDE's main windows may be.
//
// The race: main() uses the window after the box. The call comes from outside and waits
// for nothing: it may arrive while the box is open, in the loop that main() spins, and
// then the window is gone. In the recorded session the box is answered first.
//
// With MENDED: main() asks whether the window is still there.

#include <QApplication>
#include <QDBusConnection>
#include <QMainWindow>
#include <QMessageBox>
#include <QPointer>

class Window : public QMainWindow {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.example.Window")

public:
    void openFile();

public slots:
    void shut() { close(); }

private:
    int m_files = 0;
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

void Window::openFile()
{
    QMessageBox box(QMessageBox::Question, "Window", "Changed on disk. Reload?", QMessageBox::Cancel);
#ifdef MENDED
    QPointer<Window> self(this);
#endif
    box.exec();
#ifdef MENDED
    if (!self)
        return;
#endif
    m_files++;
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
    window->openFile();
    return app.exec();
}

#include "startup_race.moc"
