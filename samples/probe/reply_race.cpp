// reply_race: a window loads a large file from a server: the same program, started with
// --serve, which sends a part and then takes its time. A dialog tells how much has come. In
// harmless use the dialog is left while the file is still being loaded, and the window is
// closed then. When the connection breaks while the dialog is open, the reply ends with an
// error, the download is deleted, and the handler notes in it what it has shown.
//
// With MENDED: the handler holds the download by a QPointer.
#include <QApplication>
#include <QMainWindow>
#include <QMessageBox>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QPointer>
#include <QProcess>
#include <QPushButton>
#include <QStatusBar>
#include <QTcpServer>
#include <QTcpSocket>

#include <cstdio>

class Download : public QObject
{
public:
	qint64 received = 0, shown = 0;
};

class Window : public QMainWindow
{
public:
	Window()
	{
		auto *button = new QPushButton("&Progress");
		setCentralWidget(button);
		connect(button, &QPushButton::clicked, this, &Window::showProgress);
		server.start(QCoreApplication::applicationFilePath(), { "--serve" });
		connect(&server, &QProcess::readyReadStandardOutput, this, [this] { load(server.readLine().trimmed()); });
	}
	~Window() override
	{
		if (reply)
			reply->disconnect(this);
		delete reply;
		delete download;
		server.kill();
		server.waitForFinished();
	}

private:
	void load(const QString &port)
	{
		download = new Download;
		reply = network.get(QNetworkRequest(QUrl("http://127.0.0.1:" + port + "/film")));
		connect(reply, &QNetworkReply::readyRead, this, [this] { download->received += reply->readAll().size(); });
		connect(reply, &QNetworkReply::finished, this, [this] {
			statusBar()->showMessage(reply->errorString());
			delete download;
			download = nullptr;
			reply->deleteLater();
		});
	}

	void showProgress()
	{
#ifdef MENDED
		QPointer<Download> current = download;
#else
		Download *current = download;
#endif
		if (!current)
			return;
		QMessageBox::information(this, "Progress", QString("%1 bytes have come.").arg(current->received));
		if (current)
			current->shown = current->received;
	}

	QProcess server;
	QNetworkAccessManager network;
	QPointer<QNetworkReply> reply;
	Download *download = nullptr;
};

static int serve(QCoreApplication &app)
{
	QTcpServer server;
	QObject::connect(&server, &QTcpServer::newConnection, &app, [&] {
		QTcpSocket *client = server.nextPendingConnection();
		client->write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n" + QByteArray(5000, 'x'));
		QObject::connect(client, &QTcpSocket::disconnected, &app, &QCoreApplication::quit);
	});
	if (!server.listen(QHostAddress::LocalHost))
		return 1;
	std::printf("%d\n", server.serverPort());
	std::fflush(stdout);
	return app.exec();
}

int main(int argc, char **argv)
{
	if (argc == 2 && QByteArray(argv[1]) == "--serve") {
		QCoreApplication app(argc, argv);
		return serve(app);
	}
	QApplication app(argc, argv);
	Window window;
	window.resize(300, 100);
	window.show();
	return app.exec();
}
