// drag_race: a list shows the songs of a file, and is read anew when the file changes. A song that is dragged is counted as
// played once its drop is done (QDrag::exec waits for it). In harmless use the file stays as it is. When another program
// writes the file while the song is carried, its entry is freed, and the handler counts in it.
//
// With MENDED: the handler looks for the song by its name when the drop is done.
#include <QApplication>
#include <QDrag>
#include <QFile>
#include <QFileSystemWatcher>
#include <QListWidget>
#include <QMainWindow>
#include <QMimeData>
#include <QTemporaryFile>

struct Song {
	QString name;
	int played = 0;
};

class Songs : public QListWidget
{
public:
	explicit Songs(const QString &path) : path(path)
	{
		setDragEnabled(true);
		setAcceptDrops(true);
		readAgain();
		watcher.addPath(path);
		connect(&watcher, &QFileSystemWatcher::fileChanged, this, &Songs::readAgain);
	}
	~Songs() override { qDeleteAll(songs); }

protected:
	void startDrag(Qt::DropActions) override
	{
		Song *song = songs.value(currentRow());
		if (!song)
			return;
		QString name = song->name;
		auto *drag = new QDrag(this);
		auto *data = new QMimeData;
		data->setText(name);
		drag->setMimeData(data);
		drag->exec(Qt::CopyAction);
#ifdef MENDED
		song = nullptr;
		for (Song *s : qAsConst(songs))
			if (s->name == name)
				song = s;
		if (!song)
			return;
#endif
		song->played++;
	}

private:
	void readAgain()
	{
		qDeleteAll(songs);
		songs.clear();
		clear();
		QFile file(path);
		if (file.open(QIODevice::ReadOnly))
			while (!file.atEnd())
				songs += new Song { QString::fromUtf8(file.readLine()).trimmed() };
		for (const Song *s : qAsConst(songs))
			addItem(s->name);
	}

	QString path;
	QList<Song *> songs;
	QFileSystemWatcher watcher;
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	QTemporaryFile file;
	if (!file.open())
		return 1;
	file.write("prelude\nfugue\naria\n");
	file.flush();
	QMainWindow window;
	window.setWindowTitle("Songs");
	window.setCentralWidget(new Songs(file.fileName()));
	window.resize(300, 200);
	window.show();
	return app.exec();
}
