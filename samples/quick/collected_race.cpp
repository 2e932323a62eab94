/* collected_race: a note that nobody but JavaScript has saves itself; meanwhile JavaScript
 * forgets it, and the garbage collector takes it. */
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
	Component.onCompleted: note = maker.createObject(null)
	MouseArea { objectName: "leave"; width: 100; height: 40; onClicked: { root.note = undefined; gc() } }
}
)");
}
#include "moc_scene.cpp"
