// watcher_race: bookmarks are kept in a file, and are loaded again when another program has
// changed it. In harmless use nobody else writes to that file: a bookmark gets a new title in a
// dialog, which is stored when the program ends. When the file is changed while the dialog is
// open, all bookmarks are deleted and read anew, and the handler gives the title to what is
// gone.
//
// With MENDED: the handler looks for the bookmark by its address when the dialog was left.
#include <QApplication>
#include <QFile>
#include <QFileSystemWatcher>
#include <QInputDialog>
#include <QListWidget>
#include <QMainWindow>
#include <QTemporaryDir>

struct Bookmark {
	QString address, title;
	int changes = 0;
};

class Window : public QMainWindow
{
public:
	explicit Window(const QString &path) : file(path)
	{
		setCentralWidget(list);
		load();
		watcher.addPath(path);
		connect(&watcher, &QFileSystemWatcher::fileChanged, this, &Window::load);
		connect(list, &QListWidget::itemDoubleClicked, this, [this] { rename(list->currentRow()); });
	}
	~Window() override
	{
		if (file.open(QIODevice::WriteOnly))
			for (const Bookmark *bookmark : bookmarks)
				file.write((bookmark->address + ' ' + bookmark->title + '\n').toUtf8());
		qDeleteAll(bookmarks);
	}

private:
	void load()
	{
		qDeleteAll(bookmarks);
		bookmarks.clear();
		list->clear();
		if (!file.open(QIODevice::ReadOnly))
			return;
		for (const QString &line : QString::fromUtf8(file.readAll()).split('\n')) {
			if (line.isEmpty())
				continue;
			bookmarks << new Bookmark{ line.section(' ', 0, 0), line.section(' ', 1) };
			list->addItem(bookmarks.last()->title);
		}
		file.close();
	}

	void rename(int row)
	{
		Bookmark *bookmark = bookmarks.value(row);
		if (!bookmark)
			return;
#ifdef MENDED
		QString address = bookmark->address;
#endif
		QString title = QInputDialog::getText(this, "Bookmark", "&Title:", QLineEdit::Normal, bookmark->title);
		if (title.isEmpty())
			return;
#ifdef MENDED
		for (row = 0; row < bookmarks.size() && bookmarks[row]->address != address;)
			row++;
		bookmark = bookmarks.value(row);
		if (!bookmark)
			return;
#endif
		bookmark->title = title;
		bookmark->changes++;
		list->item(row)->setText(title);
	}

	QFile file;
	QFileSystemWatcher watcher;
	QListWidget *list = new QListWidget;
	QList<Bookmark *> bookmarks;
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	QTemporaryDir folder;
	QFile first(folder.filePath("bookmarks"));
	if (!first.open(QIODevice::WriteOnly) || first.write("a.example Home\nb.example Work\n") < 0)
		return 1;
	first.close();
	Window window(first.fileName());
	window.resize(300, 200);
	window.show();
	return app.exec();
}
