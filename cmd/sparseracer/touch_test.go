package main

import (
	"bytes"
	"debug/elf"
	"os"
	"path/filepath"
	"slices"
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

// TestPrivateNamesAreLookedUp: what Qt's versions call differently is no symbol that the libraries which know its headers need: a
// program may have a newer Qt than they were built with, where the loader would end it.
func TestPrivateNamesAreLookedUp(t *testing.T) {
	t.Parallel()
	differ := []string{"popupWidgets", "popup_list", "handleWindowActivated", "handleFocusWindowChanged", "handleThemeChange", "handleTouchEvent", "registerInputDevice",
		"registerTouchDevice"}
	for _, qt := range []string{"5", "6"} {
		for _, name := range []string{"libsparseplayer", "libsparseinput"} {
			path := filepath.Join(filepath.Dir(player(t, qt)), name+qt+".so")
			f, err := elf.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			symbols, err := f.ImportedSymbols()
			_ = f.Close()
			if err != nil || len(symbols) == 0 {
				t.Fatalf("%s needs %d symbols, %v", path, len(symbols), err)
			}
			for _, s := range symbols {
				if slices.ContainsFunc(differ, func(d string) bool { return strings.Contains(s.Name, d) }) {
					t.Errorf("%s needs %s, which not every Qt has", path, s.Name)
				}
			}
		}
	}
}
