// options_race: a window whose options dialog lies on the stack and has the
// window for a parent.
//
// The race: the dialog spins a nested event loop, and while it is up the window
// can be closed. The window then deletes its children, the dialog on the stack
// among them, which is an error of its own; were it none, showOptions would go
// on with a `this` that is no more. In the session played here the dialog is
// closed long before the window.
//
// With MENDED: the dialog lies in memory of its own, no nested event loop waits for
// it, and what is to be done with the answer goes when the window goes.

#include <QApplication>
#include <QDialog>
#include <QMainWindow>
#include <QTimer>

class Options : public QDialog {
public:
    explicit Options(QWidget *parent) : QDialog(parent) { setObjectName(QStringLiteral("options")); }
    int columns() const { return m_columns; }

private:
    int m_columns = 3;
};

class Window : public QMainWindow {
public:
    Window();
    ~Window() override;
    void showOptions();

private:
    int m_columns = 1;
};

Window::Window()
{
    setObjectName(QStringLiteral("window"));
    setAttribute(Qt::WA_DeleteOnClose);
}

Window::~Window()
{
    m_columns = 0;
}

void Window::showOptions()
{
    // Stands for the person who closes the window some time after this.
    QTimer::singleShot(500, Qt::CoarseTimer, this, &QWidget::close);
#ifdef MENDED
    Options *dialog = new Options(this);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { m_columns = dialog->columns(); });
#else
    Options dialog(this);
#endif
    // Stands for the person who presses OK.
#ifdef MENDED
    QTimer::singleShot(60, dialog, &QDialog::accept);
    dialog->open();
#else
    QTimer::singleShot(60, &dialog, &QDialog::accept);
    if (dialog.exec() == QDialog::Accepted)
        m_columns = dialog.columns();
#endif
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    Window *window = new Window;
    window->show();
    QTimer::singleShot(20, window, &Window::showOptions);
    return app.exec();
}
