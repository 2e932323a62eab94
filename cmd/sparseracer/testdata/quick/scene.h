// scene.h: a program with one scene of Qt Quick. What that logs is said in the file that the argument names; "end" when all is over.
#include <QtQuick>

#include <cstdio>

extern const char *const scene;

static std::FILE *said;

static void say(QtMsgType type, const QMessageLogContext &, const QString &what)
{
	if (type == QtDebugMsg)
		std::fprintf(said, "%s\n", qPrintable(what));
	std::fflush(said);
}

int main(int argc, char **argv)
{
	said = argc > 1 ? std::fopen(argv[1], "w") : stdout;
	QQuickWindow::setSceneGraphBackend("software");
	QGuiApplication app(argc, argv);
	qInstallMessageHandler(say);
	QQmlApplicationEngine engine;
	engine.loadData(scene, QUrl("qrc:/scene.qml"));
	int code = engine.rootObjects().isEmpty() ? 3 : app.exec();
	qDebug("end");
	return code;
}
