/* loader_race: a page saves itself; meanwhile the person leaves it, and the Loader drops the
 * page with the note that the saving goes on with. */
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
	Loader { id: loader; anchors.fill: parent; sourceComponent: Item { Note { } } }
	MouseArea { objectName: "leave"; width: 100; height: 40; onClicked: loader.sourceComponent = undefined }
}
)");
}
#include "moc_scene.cpp"
