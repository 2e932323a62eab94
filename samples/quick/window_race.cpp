/* window_race: a second window has a note that saves itself; meanwhile the person closes that
 * window, which destroys itself. */
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
	Component {
		id: second
		Window {
			visible: true; width: 200; height: 100; title: "Second"
			onClosing: destroy()
			Note { }
		}
	}
	Component.onCompleted: second.createObject(root)
}
)");
}
#include "moc_scene.cpp"
