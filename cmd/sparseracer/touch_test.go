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

// TestQtWithoutTouch: where Qt lacks the private function, the step says so, and the program and its session go on.
func TestQtWithoutTouch(t *testing.T) {
	t.Parallel()
	for _, qt := range []string{"5", "6"} {
		for _, l := range []struct{ program, function, step, lacks string }{
			{"touches", "16handleTouchEventINS", "touch field QLabel pad", "touch screen"},
			{"touches", "16handleTouchEventINS", "pinch field QLabel pad 200", "touch screen"},
			{"gestures", map[string]string{"5": "31handleGestureEventWithR", "6": "35handleGestureEventWithV"}[qt], "gesture zoom field QLabel map 200", "touchpad"},
			{"pens", "17handleTabletEventEP", "pen field QLabel pad", "tablet"},
			{"pens", "17handleTabletEventEP", "erase at 10 20 to at 80 40", "tablet"},
			{"pens", "17handleTabletEventEP", "stroke at 10 20 to at 80 40", "tablet"},
		} {
			t.Run("qt"+qt+" "+l.step, func(t *testing.T) {
				t.Parallel()
				library, err := os.ReadFile(player(t, qt))
				if err != nil {
					t.Fatal(err)
				}
				lacking := bytes.ReplaceAll(library, []byte(l.function), []byte(strings.Replace(l.function, "handle", "handlX", 1)))
				mine := filepath.Join(t.TempDir(), filepath.Base(player(t, qt)))
				if err := os.WriteFile(mine, lacking, 0o600); err != nil || bytes.Equal(library, lacking) {
					t.Fatalf("the player has no such name, or %v", err)
				}
				program, said := buildWith(t, qt, "c++", sourceOf(l.program, "Widgets")), filepath.Join(t.TempDir(), "said")
				script := writeScript(t, "wait 300\n"+l.step+"\nwait 50\nclick QPushButton Go on\nwait 50\nclose\n")
				_, stderr, code := command(t, "", "timeout", "60", "env", "QT_QPA_PLATFORM=offscreen", "LD_PRELOAD="+mine, "SESSION_SCRIPT="+script, program, said)
				says := strings.TrimSuffix(read(t, said), "end\n")
				if code != 0 || strings.Count(stderr, "session: this Qt has no "+l.lacks+" that can be played") != 1 || says != "the button was clicked\n" {
					t.Errorf("the program ended with %d, it said\n%s\n%s", code, read(t, said), stderr)
				}
			})
		}
	}
}

// TestPrivateNamesAreLookedUp: what Qt's versions call differently is no symbol that the libraries which know its headers need: a
// program may have a newer Qt than they were built with, where the loader would end it.
func TestPrivateNamesAreLookedUp(t *testing.T) {
	t.Parallel()
	differ := []string{"popupWidgets", "popup_list", "handleWindowActivated", "handleFocusWindowChanged", "handleThemeChange", "handleTouchEvent", "registerInputDevice",
		"registerTouchDevice", "handleTabletEvent", "handleGestureEvent", "eventTime", "setPlatformSynthesizesMouse"}
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
