// timer_race: a safe keeps passwords while it is open, and locks itself half a minute after it
// was opened. An entry gets a new password in a dialog. In harmless use that takes a few
// seconds, and the safe is locked by its button or when the program ends. When the dialog is
// open for longer than the half minute, the timer locks the safe: its entries are deleted, and
// the handler gives the password to one of them.
//
// With MENDED: the safe does not lock itself while a dialog is open; it tries again later.
#include <QApplication>
#include <QInputDialog>
#include <QListWidget>
#include <QMainWindow>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

struct Entry {
	QString name, password;
	int changes = 0;
};

class Window : public QMainWindow
{
public:
	Window()
	{
		auto *middle = new QWidget;
		auto *column = new QVBoxLayout(middle);
		auto *open = new QPushButton("&Open"), *change = new QPushButton("&Change"), *shut = new QPushButton("&Lock");
		for (QWidget *part : std::initializer_list<QWidget *>{ list, open, change, shut })
			column->addWidget(part);
		setCentralWidget(middle);
		timeout.setSingleShot(true);
		connect(&timeout, &QTimer::timeout, this, &Window::lock);
		connect(open, &QPushButton::clicked, this, &Window::unlock);
		connect(shut, &QPushButton::clicked, this, &Window::lock);
		connect(change, &QPushButton::clicked, this, [this] { edit(entries.value(0)); });
	}
	~Window() override { qDeleteAll(entries); }

private:
	void unlock()
	{
		if (!entries.isEmpty())
			return;
		for (const char *name : { "bank", "mail" }) {
			entries << new Entry{ name, "secret" };
			list->addItem(name);
		}
		timeout.start(30000);
	}

	void lock()
	{
#ifdef MENDED
		if (QApplication::activeModalWidget()) {
			timeout.start(5000);
			return;
		}
#endif
		timeout.stop();
		list->clear();
		qDeleteAll(entries);
		entries.clear();
	}

	void edit(Entry *entry)
	{
		if (!entry)
			return;
		QString password = QInputDialog::getText(this, entry->name, "&Password:", QLineEdit::Password);
		if (password.isEmpty())
			return;
		entry->password = password;
		entry->changes++;
	}

	QListWidget *list = new QListWidget;
	QList<Entry *> entries;
	QTimer timeout;
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	Window window;
	window.show();
	return app.exec();
}
