// close_race: a window that other programs may close by D-Bus, as KDE's main windows are,
// and a question that is modal.
//
// The race: ask counts the answer in a member of the window. A person cannot close the
// window below the modal box, and in the recorded session does so after the answer. A call
// closes it while the box is open, and it is deleted then.
//
// With MENDED: ask looks whether the window is still there.

#include <QApplication>
#include <QDBusConnection>
#include <QMainWindow>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>

class Window : public QMainWindow {
    Q_OBJECT

public:
    Window()
    {
        auto *button = new QPushButton("Ask", this);
        setCentralWidget(button);
        connect(button, &QPushButton::clicked, this, &Window::ask);
    }
    void ask();

private:
    int m_answers = 0;
};

void Window::ask()
{
#ifdef MENDED
    QPointer<Window> self(this);
#endif
    QMessageBox box(QMessageBox::Question, "Window", "Really?", QMessageBox::Cancel);
    box.exec();
#ifdef MENDED
    if (!self)
        return;
#endif
    m_answers++;
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    auto *window = new Window;
    window->setAttribute(Qt::WA_DeleteOnClose);
    window->show();
    QDBusConnection::sessionBus().registerObject("/close/MainWindow_1", window, QDBusConnection::ExportAllSlots);
    return app.exec();
}

#include "close_race.moc"
