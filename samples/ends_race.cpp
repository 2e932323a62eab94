// ends_race: a review of an item waits in a dialog, and counts on the item when the dialog is
// left. A timer loads the item again. In the session the dialog is left by its button, long
// before. The reload disables that button and gives it another text, so the dialog has to be
// left another way then.
//
// With MENDED: the item is asked for again when the dialog was left.
#include <QApplication>
#include <QDialog>
#include <QMainWindow>
#include <QPointer>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

struct Item {
	int kept = 0;
};

class Window : public QMainWindow
{
public:
	Window()
	{
		auto *button = new QPushButton("Review");
		setCentralWidget(button);
		connect(button, &QPushButton::clicked, this, [this] { review(); });
	}
	~Window() override { delete item; }

private:
	void review()
	{
		QTimer::singleShot(1500, Qt::CoarseTimer, this, [this] { reload(); });
		Item *current = item;
		QDialog dialog(this);
		QVBoxLayout layout(&dialog);
		keep = new QPushButton("Keep");
		layout.addWidget(keep);
		connect(keep, &QPushButton::clicked, &dialog, &QDialog::accept);
		dialog.exec();
#ifdef MENDED
		current = item;
#endif
		current->kept++;
	}

	void reload()
	{
		delete item;
		item = nullptr;
		item = new Item;
		if (keep) {
			keep->setText("Changed meanwhile");
			keep->setEnabled(false);
		}
	}

	Item *item = new Item;
	QPointer<QPushButton> keep;
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	auto *window = new Window;
	window->show();
	int code = app.exec();
	delete window;
	return code;
}
