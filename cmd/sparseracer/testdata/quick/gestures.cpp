// gestures: what fingers on a touchpad can do in Qt Quick: a handler of pinches, and an area for them.
#include "scene.h"

const char *const scene = R"(
import QtQuick 2.12
import QtQuick.Window 2.12

Window {
	visible: true
	width: 300
	height: 160
	Rectangle {
		objectName: "map"
		width: 300
		height: 80
		PinchHandler {
			target: null
			onActiveChanged: console.log(active ? "the map is pinched" : "it was")
			onActiveScaleChanged: if (activeScale > 1.9) console.log("it has grown")
		}
	}
	PinchArea {
		objectName: "area"
		y: 80
		width: 300
		height: 80
		onPinchStarted: console.log("the area is pinched")
		onPinchUpdated: if (pinch.scale < 0.55) console.log("it has shrunk")
		onPinchFinished: console.log("it was")
	}
}
)";
