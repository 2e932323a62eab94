package report

import (
	"testing"

	"sparseracer/internal/symbols"
)

// TestScripted: a step stands in the program's own C++ where there is some, else in the script.
func TestScripted(t *testing.T) {
	own := []symbols.Frame{{Function: "show()", File: "/home/u/app/scene.h", Line: 9, Module: "/home/u/app/app"}}
	for _, c := range []struct {
		stack            []symbols.Frame
		script, at, from string
	}{
		{nil, "", "", ""},
		{own, "", "show() (scene.h:9)", ""},
		{nil, "qrc:/a b/Main.qml:12 onClicked", "onClicked (Main.qml:12)", ""},
		{own, "file:///c/Main.qml:12 onClicked", "show() (scene.h:9)", " from onClicked (Main.qml:12)"},
		{nil, "qrc:/Main.qml:12", "a script (Main.qml:12)", ""},
		{nil, ":3 f", "f (?:3)", ""},
		{nil, "qrc:/Main.qml", "", ""},
		{nil, "Main.qml:99999999999 f", "", ""},
		{nil, "qrc:/\x1b[31m.qml:1 f\x07", `f\x07 (\x1b[31m.qml:1)`, ""},
	} {
		at, from := scripted(c.stack, c.script)
		got := ""
		if at != nil {
			got = placeText(at)
		}
		if got != c.at || from != c.from {
			t.Errorf("%q: %q, %q, expected %q, %q", c.script, got, from, c.at, c.from)
		}
	}
}
