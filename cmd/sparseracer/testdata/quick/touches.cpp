// touches: what a finger can touch in Qt Quick: a handler that takes fingers and no mouse, an area for fingers, and one for the
// mouse, which takes them, too.
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
