// previews_race: QtConcurrent::map makes the previews of a folder's entries, several at a time, and
// Close deletes the entries. In the session played here the previews are made by then.
//
// With MENDED: closing calls the rest off and waits for those that are being made.
#include <QCoreApplication>
#include <QTimer>
#include <QtConcurrentMap>

#include <vector>

struct Entry {
	int size = 3;
	int preview = 0;
	~Entry() { size = 0; }
};

class Folder : public QObject
{
public:
	void open();
	void close();

private:
	std::vector<Entry *> m_entries;
	QFuture<void> m_made;
};

__attribute__((noinline)) static void makePreview(Entry *entry)
{
	entry->preview = entry->size * 16;
}

void Folder::open()
{
	for (int i = 0; i < 40; i++)
		m_entries.push_back(new Entry);
	m_made = QtConcurrent::map(m_entries, makePreview);
}

__attribute__((noinline)) void Folder::close()
{
#ifdef MENDED
	m_made.cancel();
	m_made.waitForFinished();
#endif
	for (Entry *entry : m_entries)
		delete entry;
}

int main(int argc, char **argv)
{
	QCoreApplication app(argc, argv);
	Folder folder;
	QTimer::singleShot(20, &folder, &Folder::open);
	QTimer::singleShot(300, &folder, &Folder::close);
	QTimer::singleShot(700, &app, &QCoreApplication::quit);
	const int code = app.exec();
	QThreadPool::globalInstance()->waitForDone();
	return code;
}
