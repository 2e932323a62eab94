// refresh_race: a button edits an entry in a dialog; another one asks a process for a
// newer list, whose answer takes two seconds and replaces the entries. The session edits, and
// then refreshes (refresh_race.session). The dialog keeps everybody from the button, so
// what makes the crash is a refresh that was asked for before the dialog came.
//
// With MENDED: the entry is looked for again when the dialog is closed.
#include <QApplication>
#include <QInputDialog>
#include <QListWidget>
#include <QProcess>
#include <QPushButton>
#include <QVBoxLayout>

struct Entry {
	QString name;
	int edits = 0;
};

class Window : public QWidget
{
public:
	Window()
	{
		setWindowTitle("Entries");
		auto *box = new QVBoxLayout(this);
		auto *button = new QPushButton("&Refresh", this);
		auto *change = new QPushButton("&Edit", this);
		view = new QListWidget(this);
		box->addWidget(button);
		box->addWidget(change);
		box->addWidget(view);
		connect(button, &QPushButton::clicked, this, [this] { process.start("sleep", {"2"}); });
		connect(&process, QOverload<int, QProcess::ExitStatus>::of(&QProcess::finished), this, [this] { load(); });
		connect(change, &QPushButton::clicked, this, [this] { edit(view->currentRow()); });
		load();
	}
	~Window() override
	{
		process.disconnect();
		qDeleteAll(entries);
	}

private:
	void load()
	{
		qDeleteAll(entries);
		entries.clear();
		view->clear();
		loads++;
		for (const char *name : {"one", "two", "three"}) {
			entries << new Entry{name};
			view->addItem(QString("%1, %2").arg(name).arg(loads));
		}
	}

	void edit(int row)
	{
		Entry *entry = entries.value(row);
		if (!entry)
			return;
		QString name = QInputDialog::getText(this, "Edit", "&Name:", QLineEdit::Normal, entry->name);
#ifdef MENDED
		if (row >= entries.size())
			return;
		entry = entries.at(row);
#endif
		if (!name.isEmpty())
			entry->edits++;
	}

	QListWidget *view;
	QList<Entry *> entries;
	QProcess process;
	int loads = 0;
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	Window window; // above the default loop on the stack: all handlers' memory
	window.resize(300, 200);
	window.show();
	return app.exec();
}
