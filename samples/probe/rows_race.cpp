// rows_race: a list shows the photos of a folder, by the model that follows the file system.
// Stars are kept for each photo, until the model takes its row out. They are given by a context
// menu. In harmless use the folder stays as it is. When another program removes the photo while
// the menu is open, its row is removed, its stars are deleted, and the handler adds one to them.
//
// With MENDED: the handler looks for the photo by its name when the menu was left.
#include <QApplication>
#include <QFile>
#include <QFileSystemModel>
#include <QHash>
#include <QListView>
#include <QMainWindow>
#include <QMenu>
#include <QStatusBar>
#include <QTemporaryDir>

struct Photo {
	int stars = 0;
};

class Window : public QMainWindow
{
public:
	explicit Window(const QString &folder)
	{
		view->setModel(&model);
		view->setRootIndex(model.setRootPath(folder));
		view->setContextMenuPolicy(Qt::CustomContextMenu);
		setCentralWidget(view);
		connect(view, &QWidget::customContextMenuRequested, this, &Window::showMenu);
		connect(&model, &QAbstractItemModel::rowsAboutToBeRemoved, this, &Window::forget);
	}
	~Window() override
	{
		view->setModel(nullptr);
		model.disconnect(this);
		qDeleteAll(photos);
	}

private:
	void showMenu(const QPoint &at)
	{
		QString name = view->indexAt(at).data().toString();
		if (name.isEmpty())
			return;
		if (!photos.contains(name))
			photos.insert(name, new Photo);
		Photo *photo = photos.value(name);
		QMenu menu;
		QAction *star = menu.addAction("One more &Star");
		menu.addAction("&Cancel");
		bool wanted = menu.exec(view->viewport()->mapToGlobal(at)) == star;
#ifdef MENDED
		photo = photos.value(name);
		wanted = wanted && photo;
#endif
		if (wanted)
			statusBar()->showMessage(QString("%1: %2 stars").arg(name).arg(++photo->stars));
	}

	void forget(const QModelIndex &parent, int first, int last)
	{
		for (int row = first; row <= last; row++)
			delete photos.take(model.index(row, 0, parent).data().toString());
	}

	QFileSystemModel model;
	QListView *view = new QListView;
	QHash<QString, Photo *> photos;
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	QTemporaryDir folder;
	for (const char *name : { "beach.jpg", "dune.jpg", "sea.jpg" })
		if (QFile file(folder.filePath(name)); !file.open(QIODevice::WriteOnly))
			return 1;
	Window window(folder.path());
	window.resize(300, 200);
	window.show();
	return app.exec();
}
