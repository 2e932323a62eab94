// hangup_race: servers are read from a file of settings, and are read again when the program
// gets SIGHUP; the signal comes to the event loop through a pair of sockets. A server gets
// another port in a dialog. In harmless use nobody sends a signal. When it comes while the
// dialog is open, all servers are deleted and read anew, and the handler gives the port to one
// that is gone.
//
// With MENDED: the settings are read again when no dialog is open any more.
#include <QApplication>
#include <QInputDialog>
#include <QListWidget>
#include <QMainWindow>
#include <QSettings>
#include <QSocketNotifier>
#include <QTemporaryDir>

#include <csignal>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void hangup(int)
{
	char one = 1;
	if (write(ends[0], &one, 1) < 0)
		_exit(1);
}

struct Server {
	QString name;
	int port = 0;
};

class Window : public QMainWindow
{
public:
	explicit Window(const QString &file) : settings(file, QSettings::IniFormat)
	{
		setCentralWidget(list);
		load();
		connect(&signal, &QSocketNotifier::activated, this, [this] {
			char one;
			if (read(ends[1], &one, 1) == 1)
				load();
		});
		connect(list, &QListWidget::itemDoubleClicked, this, [this] { change(servers.value(list->currentRow())); });
	}
	~Window() override { qDeleteAll(servers); }

private:
	void load()
	{
#ifdef MENDED
		stale = QApplication::activeModalWidget();
		if (stale)
			return;
#endif
		qDeleteAll(servers);
		servers.clear();
		list->clear();
		settings.sync();
		for (const QString &name : settings.allKeys()) {
			servers << new Server{ name, settings.value(name).toInt() };
			list->addItem(name);
		}
	}

	void change(Server *server)
	{
		int port = QInputDialog::getInt(this, server->name, "&Port:", server->port);
		server->port = port;
#ifdef MENDED
		if (stale)
			load();
#endif
	}

	QSettings settings;
	QSocketNotifier signal{ ends[1], QSocketNotifier::Read };
	QListWidget *list = new QListWidget;
	QList<Server *> servers;
#ifdef MENDED
	bool stale = false;
#endif
};

int main(int argc, char **argv)
{
	QApplication app(argc, argv);
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
		return 1;
	std::signal(SIGHUP, hangup);
	QTemporaryDir folder;
	QString file = folder.filePath("servers.ini");
	QSettings first(file, QSettings::IniFormat);
	first.setValue("mail", 143);
	first.setValue("news", 119);
	first.sync();
	Window window(file);
	window.resize(300, 200);
	window.show();
	return app.exec();
}
