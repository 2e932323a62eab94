// inputs: what a person does to a window of Qt Quick: a field that tells of an input method's words and of typed ones, and an area
// that tells of the mouse, the wheel and the touchpad.
#include "scene.h"

const char *const scene = R"(
import QtQuick 2.12
import QtQuick.Window 2.12

Window {
	visible: true
	width: 300
	height: 240
	Shortcut { sequence: "Ctrl+B"; onActivated: console.log("shortcut") }
	TextInput {
		objectName: "field"
		width: 300
		height: 40
		focus: true
		onPreeditTextChanged: console.log("preedit " + preeditText)
		onTextChanged: console.log("text " + text)
	}
	MouseArea {
		y: 40
		width: 300
		height: 200
		acceptedButtons: Qt.LeftButton | Qt.RightButton
		onPressed: function(mouse) { console.log(mouse.button == Qt.RightButton ? "right press" : "press") }
		onReleased: function(mouse) { console.log(mouse.button == Qt.RightButton ? "right release" : "release") }
		onDoubleClicked: console.log("double")
		onWheel: function(wheel) { console.log("wheel " + wheel.angleDelta.y + ", " + wheel.pixelDelta.y + " pixels") }
	}
}
)";
