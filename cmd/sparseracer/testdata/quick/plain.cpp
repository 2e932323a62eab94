// plain.cpp: a window of Qt Quick that asks for no way of drawing, as most programs do.
#include <QtQuick>

int main(int argc, char **argv)
{
	QGuiApplication app(argc, argv);
	QQmlApplicationEngine engine;
	engine.loadData(R"(
import QtQuick 2.15
import QtQuick.Window 2.15
Window {
	visible: true; width: 300; height: 200; title: "Plain"
	Rectangle { anchors.fill: parent; MouseArea { anchors.fill: parent; onClicked: parent.color = "red" } }
}
)");
	return engine.rootObjects().isEmpty() ? 3 : app.exec();
}
