// signal_race: a view that is loaded again when another program says by a D-Bus signal
// that the file has changed, as editors do.
//
// The race: ask counts the answer in the view that was there before its box. In the
// recorded session the box is answered first, and the file changes later. A signal waits
// for no box.
//
// With MENDED: the window counts the answers itself.

#include <QApplication>
#include <QDBusConnection>
#include <QMainWindow>
#include <QMessageBox>

class View : public QWidget {
public:
    ~View() override { answers = -1; }
    int answers = 0;
};

class Window : public QMainWindow {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.example.Window")
    Q_PROPERTY(QString state READ state)

public:
    Window() { setCentralWidget(view = new View); }
    QString state() const
    {
        return QString(QApplication::activeModalWidget() ? "asks" : "waits") + QString::number(changes);
    }

public slots:
    void ask();
    void answer()
    {
        if (QWidget *box = QApplication::activeModalWidget())
            box->close();
    }
    void fileChanged(const QString &file, int size);

private:
    View *view;
    int changes = 0;
#ifdef MENDED
    int answers = 0;
#endif
};

void Window::ask()
{
#ifndef MENDED
    View *asking = view;
#endif
    QMessageBox box(QMessageBox::Question, "Window", "Really?", QMessageBox::Cancel);
    box.exec();
#ifdef MENDED
    answers++;
#else
    asking->answers++;
#endif
}

void Window::fileChanged(const QString &file, int size)
{
    setWindowTitle(file + QString::number(size));
    delete view;
    setCentralWidget(view = new View);
    if (++changes == 2)
        close();
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    Window window;
    window.show();
    QDBusConnection bus = QDBusConnection::sessionBus();
    bus.connect("org.example.files", "/files", "org.example.Files", "changed", &window, SLOT(fileChanged(QString, int)));
    bus.registerObject("/window", &window, QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllProperties);
    if (!bus.registerService("org.example.calls"))
        return 3;
    return app.exec();
}

#include "signal_race.moc"
