// touches: what a finger can touch in Qt Quick. It says, in the file that the argument names, what came of it: a handler that
// takes fingers and no mouse, an area for fingers, and one for the mouse, which takes them, too.
#include <QtQuick>

#include <cstdio>

static std::FILE *said;

static void say(QtMsgType type, const QMessageLogContext &, const QString &what)
{
	if (type == QtDebugMsg)
		std::fprintf(said, "%s\n", qPrintable(what));
	std::fflush(said);
}

static const char scene[] = R"(
import QtQuick 2.12
import QtQuick.Window 2.12

Window {
	visible: true
	width: 300
	height: 240
	Rectangle {
		objectName: "pad"
		width: 300
		height: 80
		TapHandler { acceptedDevices: PointerDevice.TouchScreen; onTapped: console.log("the pad was tapped") }
	}
	MultiPointTouchArea {
		objectName: "fingers"
		y: 80
		width: 300
		height: 80
		mouseEnabled: false
		onPressed: console.log("a finger came")
		onReleased: console.log("a finger went")
	}
	MouseArea {
		objectName: "mouse"
		y: 160
		width: 300
		height: 80
		onClicked: console.log("the area was clicked")
	}
}
)";

int main(int argc, char **argv)
{
	said = argc > 1 ? std::fopen(argv[1], "w") : stdout;
	QQuickWindow::setSceneGraphBackend("software");
	QGuiApplication app(argc, argv);
	qInstallMessageHandler(say);
	QQmlApplicationEngine engine;
	engine.loadData(scene, QUrl("qrc:/scene.qml"));
	return engine.rootObjects().isEmpty() ? 3 : app.exec();
}
