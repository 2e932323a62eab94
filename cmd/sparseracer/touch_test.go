package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/builds"
	"sparseracer/internal/trace"
)

// fingered are programs for fingers, with what they say when they are touched.
var fingered = []struct{ library, source, script, says string }{
	{"Widgets", "testdata/touches.cpp", "wait 500\ntouch field QLabel pad\nwait 100\ntouch QPushButton Go on\nwait 100\ntouch item two\nwait 100\nclose\n",
		"a finger came\na finger went\nthe button was clicked\nthe row two was clicked\n"},
	{"Quick", "testdata/quick/touches.cpp",
		"wait 500\ntouch field QQuickRectangle pad\nwait 100\ntouch field QQuickMultiPointTouchArea fingers\nwait 100\ntouch field QQuickMouseArea mouse\nwait 100\nclose\n",
		"the pad was tapped\na finger came\na finger went\nthe area was clicked\n"},
}

// TestTouch: a tap of a script is a finger's to the program, where it takes fingers, and else a mouse's click, as Qt has it; it is
// recorded as a person's with its target, and a replay repeats it without the script.
func TestTouch(t *testing.T) {
	t.Parallel()
	for _, platform := range []string{"offscreen", "xcb", "wayland"} {
		env := []string{"QT_QPA_PLATFORM=" + platform}
		switch platform {
		case "xcb":
			env = append(env, "DISPLAY="+screen(t))
		case "wayland":
			env = compositor(t, "headless-backend.so")
		}
		for _, qt := range []string{"5", "6"} {
			for _, f := range fingered {
				t.Run(platform+"/qt"+qt+"/"+f.library, func(t *testing.T) {
					player(t, qt)
					program := builds.Program(t, "touches"+f.library, built(t, "bin/sparse-c++"), append([]string{"-std=c++17", "-fPIC", "-g", "-O1", "-o", "{out}", f.source},
						pkgConfig(t, "Qt"+qt+f.library)...)...)
					recording, said := filepath.Join(t.TempDir(), "t.srt"), filepath.Join(t.TempDir(), "said")
					run := func(args ...string) (stdout, stderr string, code int) {
						return command(t, "", "env", slices.Concat(env, []string{"timeout", "60", built(t, "bin/sparseracer")}, args)...)
					}
					_, stderr, code := run("record", "--play", writeScript(t, f.script), "-o", recording, "--", program, said)
					if code != 0 || strings.Contains(stderr, "session: ") || read(t, said) != f.says {
						t.Fatalf("record ended with %d, it said\n%s\n%s", code, read(t, said), stderr)
					}
					touches := 0
					eachOperation(t, recording, func(op *trace.Op, _ *trace.Tables) {
						kind := op.Attr("input")
						if kind == "touchpress" || kind == "touchrelease" && strings.Contains(op.Attr("needs"), "pressed:") {
							touches++
						}
					})
					if touches != 6 {
						t.Errorf("%d ends of taps are recorded, expected 6", touches)
					}
					stdout, stderr, code := run("replay", "--session", recording, "--", program, said)
					if code != exitClean || !strings.Contains(stdout, "1 of 1 sessions") || read(t, said) != f.says {
						t.Errorf("replay ended with %d, it said\n%s\n%s%s", code, read(t, said), stdout, stderr)
					}
				})
			}
		}
	}
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
