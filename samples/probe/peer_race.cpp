// peer_race: a window has a guest, who has come by a local socket: the same program, started
// with --guest. A note to the guest is written in a dialog. In harmless use the guest stays until
// the window is closed. When the guest hangs up while the dialog is open, as it does when it
// crashes or is killed, the guest's object is deleted, and the note is written to what is gone.
//
// With MENDED: the handler holds the guest by a QPointer.
#include <QApplication>
#include <QInputDialog>
#include <QLocalServer>
#include <QLocalSocket>
#include <QMainWindow>
#include <QPointer>
#include <QProcess>
#include <QPushButton>
#include <QStatusBar>
#include <QTemporaryDir>

class Guest : public QObject
{
public:
	explicit Guest(QLocalSocket *connection) : socket(connection) {}
	~Guest() override { socket->deleteLater(); }

	void send(const QString &note)
	{
		notes++;
		socket->write(note.toUtf8() + '\n');
	}

	int notes = 0;

private:
	QLocalSocket *socket;
};

class Window : public QMainWindow
{
public:
	Window()
	{
		auto *button = new QPushButton("&Note");
		setCentralWidget(button);
		connect(button, &QPushButton::clicked, this, &Window::writeNote);
		connect(&server, &QLocalServer::newConnection, this, &Window::welcome);
		server.listen(folder.filePath("door"));
		process.start(QCoreApplication::applicationFilePath(), { "--guest", server.fullServerName() });
	}
	~Window() override
	{
		server.close();
		for (QLocalSocket *socket : server.findChildren<QLocalSocket *>())
			socket->disconnect(this);
		process.kill();
		process.waitForFinished();
		delete guest;
	}

private:
	void welcome()
	{
		QLocalSocket *socket = server.nextPendingConnection();
		guest = new Guest(socket);
		statusBar()->showMessage("a guest is here");
		connect(socket, &QLocalSocket::disconnected, this, [this] {
			delete guest;
			guest = nullptr;
			statusBar()->showMessage("the guest has gone");
		});
	}

	void writeNote()
	{
#ifdef MENDED
		QPointer<Guest> to = guest;
#else
		Guest *to = guest;
#endif
		if (!to)
			return;
		QString note = QInputDialog::getText(this, "Note", "&Text:");
		if (to)
			to->send(note);
	}

	QTemporaryDir folder;
	QLocalServer server;
	QProcess process;
	Guest *guest = nullptr;
};

static int visit(QCoreApplication &app, const QString &door)
{
	QLocalSocket socket;
	QObject::connect(&socket, &QLocalSocket::disconnected, &app, &QCoreApplication::quit);
	socket.connectToServer(door);
	return socket.waitForConnected() ? app.exec() : 1;
}

int main(int argc, char **argv)
{
	if (argc == 3 && QByteArray(argv[1]) == "--guest") {
		QCoreApplication app(argc, argv);
		return visit(app, argv[2]);
	}
	QApplication app(argc, argv);
	Window window;
	window.resize(300, 100);
	window.show();
	return app.exec();
}
