// index_race: a task of the pool fills the index of a document, and Close deletes the index. The task has a title and
// settings of its own, which are counted references to what the window has, too: neither waits for the other where it
// lets one go.
//
// With MENDED: closing looks at the number of tasks under way until there is none.
#include <QCoreApplication>
#include <QRunnable>
#include <QThread>
#include <QThreadPool>
#include <QTimer>

#include <atomic>
#include <memory>

struct Settings
{
	int depth = 3;
};

class Index
{
public:
	void fill(const QString &title, int depth);

private:
	int m_words = 0;
};

__attribute__((noinline)) void Index::fill(const QString &title, int depth)
{
	m_words = title.size() * depth;
}

class Filling : public QRunnable
{
public:
	Filling(Index *index, const QString &title, std::shared_ptr<Settings> settings, std::atomic<int> *running)
		: m_index(index), m_title(title), m_settings(std::move(settings)), m_running(running)
	{
	}
	void run() override
	{
		m_index->fill(m_title, m_settings->depth);
		m_settings.reset();
		m_title = QString();
		m_running->fetch_sub(1);
	}

private:
	Index *m_index;
	QString m_title;
	std::shared_ptr<Settings> m_settings;
	std::atomic<int> *m_running;
};

class Window : public QObject
{
public:
	void open();
	void close();

private:
	Index *m_index = nullptr;
	QString m_title = QStringLiteral("document %1").arg(1);
	std::shared_ptr<Settings> m_settings = std::make_shared<Settings>();
	std::atomic<int> m_running{0};
};

void Window::open()
{
	m_index = new Index;
	m_running++;
	QThreadPool::globalInstance()->start(new Filling(m_index, m_title, m_settings, &m_running));
}

__attribute__((noinline)) void Window::close()
{
	QString title = m_title;
	title.prepend(QLatin1Char('*'));
	m_title = QString();
	std::shared_ptr<Settings> settings = m_settings;
	m_settings.reset();
#ifdef MENDED
	while (m_running.load() > 0)
		QThread::yieldCurrentThread();
#endif
	delete m_index;
}

int main(int argc, char **argv)
{
	QCoreApplication app(argc, argv);
	Window window;
	QTimer::singleShot(20, &window, &Window::open);
	QTimer::singleShot(300, &window, &Window::close);
	QTimer::singleShot(700, &app, &QCoreApplication::quit);
	const int code = app.exec();
	QThreadPool::globalInstance()->waitForDone();
	return code;
}
