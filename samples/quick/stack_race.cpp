/* stack_race: a page saves itself; meanwhile the person goes back, and the StackView destroys
 * what it had pushed. */
#include "scene.h"

int main(int argc, char **argv)
{
	QGuiApplication app(argc, argv);
	QQmlApplicationEngine engine;
	return show(app, engine, R"(
import QtQuick 2.15
import QtQuick.Window 2.15
import QtQuick.Controls 2.15
import Sample 1.0
Window {
	visible: true; width: 300; height: 200; title: "Notes"
	StackView {
		id: stack
		anchors.fill: parent
		initialItem: Item { }
		Component.onCompleted: push(page, StackView.Immediate)
	}
	Component { id: page; Item { Note { } } }
	MouseArea { objectName: "leave"; width: 100; height: 40; onClicked: stack.pop(StackView.Immediate) }
}
)");
}
#include "moc_scene.cpp"
