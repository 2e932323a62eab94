// login.cpp: a window with a password that is there, and a field to type another one.
#include <QtQuick>

int main(int argc, char **argv)
{
	QQuickWindow::setSceneGraphBackend("software");
	QGuiApplication app(argc, argv);
	QQmlApplicationEngine engine;
	engine.loadData(R"(
import QtQuick 2.15
import QtQuick.Controls 2.15
ApplicationWindow {
	visible: true; width: 300; height: 200; title: "Login"
	TextField { objectName: "secret"; text: "hunter2"; echoMode: TextInput.Password; width: 200 }
	Button { y: 80; text: "Go"; onClicked: Qt.quit() }
}
)");
	return engine.rootObjects().isEmpty() ? 3 : app.exec();
}
