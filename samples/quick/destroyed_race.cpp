/* destroyed_race: an item that JavaScript has made saves itself; meanwhile JavaScript
 * destroys it. */
#include "scene.h"

int main(int argc, char **argv)
{
	QGuiApplication app(argc, argv);
	QQmlApplicationEngine engine;
	return show(app, engine, R"(
import QtQuick 2.15
import QtQuick.Window 2.15
import Sample 1.0
Window {
	visible: true; width: 300; height: 200; title: "Notes"
	id: root
	property var note
	Component { id: maker; Note { } }
	Component.onCompleted: note = maker.createObject(root.contentItem)
	MouseArea { objectName: "leave"; width: 100; height: 40; onClicked: root.note.destroy() }
}
)");
}
#include "moc_scene.cpp"
