// options_norace: the window of options_race.cpp, mended.
//
// The dialog lies in memory of its own, no nested event loop waits for it, and
// what is to be done with the answer goes when the window goes.

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
    Options *dialog = new Options(this);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { m_columns = dialog->columns(); });
    // Stands for the person who presses OK.
    QTimer::singleShot(60, dialog, &QDialog::accept);
    dialog->open();
}

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    Window *window = new Window;
    window->show();
    QTimer::singleShot(20, window, &Window::showOptions);
    return app.exec();
}
