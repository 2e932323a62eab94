package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fingered are programs for fingers, with what they say when they are touched.
var fingered = []struct{ library, source, script, says string }{
	{"Widgets", "testdata/touches.cpp", "wait 500\ntouch field QLabel pad\nwait 100\ntouch QPushButton Go on\nwait 100\ntouch item two\nwait 100\nclose\n",
		"a finger came\na finger went\nthe button was clicked\nthe row two was clicked\n"},
	{"Quick", "testdata/quick/touches.cpp",
		"wait 500\ntouch field QQuickRectangle pad\nwait 100\ntouch field QQuickMultiPointTouchArea fingers\nwait 100\ntouch field QQuickMouseArea mouse\nwait 100\nclose\n",
		"the pad was tapped\na finger came\na finger went\nthe area was clicked\n"},
}

// TestQtWithoutTouch: where Qt lacks the private function, the step says so, and the program and its session go on.
func TestQtWithoutTouch(t *testing.T) {
	t.Parallel()
	for _, qt := range []string{"5", "6"} {
		t.Run("qt"+qt, func(t *testing.T) {
			t.Parallel()
			library, err := os.ReadFile(player(t, qt))
			if err != nil {
				t.Fatal(err)
			}
			lacking := bytes.ReplaceAll(library, []byte("16handleTouchEventINS"), []byte("16handleTouchXventINS"))
			mine := filepath.Join(t.TempDir(), filepath.Base(player(t, qt)))
			if err := os.WriteFile(mine, lacking, 0o600); err != nil || bytes.Equal(library, lacking) {
				t.Fatalf("the player has no such name, or %v", err)
			}
			program, said := buildWith(t, qt, "c++", "testdata/touches.cpp"), filepath.Join(t.TempDir(), "said")
			script := writeScript(t, "wait 300\ntouch field QLabel pad\nwait 50\nclick QPushButton Go on\nwait 50\nclose\n")
			_, stderr, code := command(t, "", "timeout", "60", "env", "QT_QPA_PLATFORM=offscreen", "LD_PRELOAD="+mine, "SESSION_SCRIPT="+script, program, said)
			if code != 0 || !strings.Contains(stderr, "session: this Qt has no touch screen that can be played") || read(t, said) != "the button was clicked\n" {
				t.Errorf("the program ended with %d, it said\n%s\n%s", code, read(t, said), stderr)
			}
		})
	}
}
