// pens: what a pen can do in Qt Quick: a handler that takes pens alone, one that follows them, and an area for the mouse, which takes
// them, too.
#include "scene.h"

const char *const scene = R"(
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
		TapHandler { acceptedDevices: PointerDevice.Stylus; onTapped: console.log("the pad was tapped") }
	}
	Rectangle {
		objectName: "canvas"
		y: 80
		width: 300
		height: 80
		PointHandler {
			acceptedDevices: PointerDevice.Stylus
			onActiveChanged: console.log(active ? "the pen came, " + Math.round(1000 * point.pressure) : "the pen went")
		}
		PointHandler {
			acceptedDevices: PointerDevice.Stylus
			acceptedPointerTypes: PointerDevice.Eraser
			onActiveChanged: if (active) console.log("it is the eraser")
		}
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
