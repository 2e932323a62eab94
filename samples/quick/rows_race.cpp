/* rows_race: a row saves itself; meanwhile the person removes it from the model, and the
 * Repeater destroys what it had made for it. */
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
	ListModel { id: model; ListElement { name: "first" } ListElement { name: "second" } }
	Repeater { model: model; Loader { sourceComponent: index ? empty : note } }
	Component { id: empty; Item { } }
	Component { id: note; Note { } }
	MouseArea { objectName: "leave"; width: 100; height: 40; onClicked: model.remove(0) }
}
)");
}
#include "moc_scene.cpp"
