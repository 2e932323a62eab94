// pinches: what two fingers can do in Qt Quick: a handler of pinches, an area for them, and one that hears of the fingers themselves.
#include "scene.h"

const char *const scene = R"(
import QtQuick 2.12
import QtQuick.Window 2.12

Window {
	visible: true
	width: 300
	height: 240
	Rectangle {
		objectName: "map"
		width: 300
		height: 80
		PinchHandler {
			target: null
			onActiveChanged: console.log(active ? "the map is pinched" : activeScale > 1 ? "it has grown" : "it has shrunk")
		}
	}
	PinchArea {
		objectName: "area"
		y: 80
		width: 300
		height: 80
		onPinchStarted: console.log("the area is pinched")
		onPinchFinished: console.log(pinch.scale > 1 ? "it has grown" : "it has shrunk")
	}
	MultiPointTouchArea {
		objectName: "fingers"
		y: 160
		width: 300
		height: 80
		mouseEnabled: false
		onPressed: console.log("a finger came")
		onReleased: console.log("a finger went")
	}
}
)";
