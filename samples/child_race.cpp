// child_race.cpp: a list asks for a new name in a dialog of its own, which is a child of
// the window, and deletes the dialog afterwards. The window may be closed meanwhile,
// which deletes it, and the dialog with it. Nothing else of the window is used then.
//
// With MENDED: a QPointer tells whether the dialog is still there.
#include <QApplication>
#include <QDialog>
#include <QLineEdit>
#include <QMainWindow>
#include <QPointer>
#include <QTimer>
#include <QVBoxLayout>

struct Window : QMainWindow {
	Window();
	~Window() override { open = 0; }
	int open = 1;
};

Window::Window()
{
	setAttribute(Qt::WA_DeleteOnClose);
	setCentralWidget(new QWidget);
	resize(200, 100);
}

struct Rename : QDialog {
	explicit Rename(QWidget *parent);
	int length() const { return letters; }
	int letters = 3;
};

Rename::Rename(QWidget *parent) : QDialog(parent)
{
	auto *layout = new QVBoxLayout(this);
	layout->addWidget(new QLineEdit);
}

static int renamed;

// The dialog belongs to a part of the window, three levels down.
static void rename(Window *window)
{
	QWidget *part = new QWidget(window->centralWidget());
#ifdef MENDED
	QPointer<Rename> dialog = new Rename(part);
#else
	Rename *dialog = new Rename(part);
#endif
	// Stands for the person who answers.
	QTimer::singleShot(100, dialog, &QDialog::accept);
	dialog->exec();
#ifdef MENDED
	if (!dialog)
		return;
#endif
	renamed += dialog->length();
	delete dialog;
}

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	auto *window = new Window;
	window->show();
	QTimer::singleShot(20, qApp, [window] { rename(window); });
	// Stands for whoever closes the window some time after this.
	QTimer::singleShot(1200, Qt::CoarseTimer, window, &QWidget::close);
	return app.exec();
}
