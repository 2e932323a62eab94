package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// exercised is what `exercise` did to a program in two sessions, as their scripts.
func exercised(t *testing.T, environment []string, acts int, program string) string {
	t.Helper()
	dir := t.TempDir()
	args := append(append([]string{}, environment...), built(t, "bin/sparseracer"), "exercise", "--no-sandbox", "--sessions", "2", "--acts", fmt.Sprint(acts),
		"-o", dir, "--", program, filepath.Join(dir, "said"))
	if _, stderr, code := command(t, dir, "env", args...); code != exitClean {
		t.Fatalf("exercise ended with %d:\n%s", code, stderr)
	}
	done := ""
	scripts, _ := filepath.Glob(filepath.Join(dir, "*.session"))
	for _, s := range scripts {
		done += read(t, s)
	}
	return done
}

// TestTouchesAreChosen: `exercise` taps what takes fingers by itself, with one and with two, or on a touchpad, and what takes pens, with a pen, and nothing
// else; a field gets an input method's words.
func TestTouchesAreChosen(t *testing.T) {
	t.Parallel()
	chosen := map[string][]string{"touchesWidgets": {"touch field QLabel pad\n", `pinch field QLabel pad (200|50)\n`}, "inputsWidgets": {"commit "}, "inputsQuick": {"commit "},
		"touchesQuick":   {"touch field QQuickRectangle pad\n", "touch field QQuickMultiPointTouchArea fingers\n", `pinch field QQuickMultiPointTouchArea fingers (200|50)\n`},
		"pinchesWidgets": {`(touch field QLabel map|pinch field QLabel map 200)\n`, "pinch field QLabel map 50\n", `(touch|pinch) field QLabel board( 200| 50|)\n`},
		"pinchesQuick": {`(touch field QQuickRectangle map|pinch field QQuickRectangle map 200)\n`, "pinch field QQuickRectangle map 50\n",
			`pinch field QQuickPinchArea area (200|50)\n`, `(touch|pinch) field QQuickMultiPointTouchArea fingers( 200| 50|)\n`, `gesture zoom field QQuick(Rectangle map|PinchArea area) 200\n`},
		"gesturesQuick": {"gesture zoom field QQuickRectangle map 200\n", "gesture zoom field QQuickPinchArea area 200\n",
			`(touch|pinch) field QQuickRectangle map( 200| 50|)\n`, `pinch field QQuickPinchArea area (200|50)\n`},
		"pensWidgets": {"(pen|near) field QLabel pad\n", `(stroke|erase) 2\d 2\d 7\d [56]\d\n`},
		"pensQuick":   {"pen field QQuickRectangle pad\n", `(stroke|erase) 25 8 75 25\n`, "pen field QQuickRectangle canvas\n", `(stroke|erase) 25 42 75 58\n`}}
	for _, qt := range []string{"5", "6"} {
		for _, p := range played {
			t.Run("qt"+qt+"/"+p.name+p.library, func(t *testing.T) {
				t.Parallel()
				player(t, qt)
				done := exercised(t, []string{"QT_QPA_PLATFORM=offscreen"}, 30, ofLibrary(t, p.name, qt, p.library))
				for _, step := range chosen[p.name+p.library] {
					if rest := regexp.MustCompile(step).ReplaceAllString(done, ""); rest != done {
						done = rest
						continue
					}
					t.Errorf("%q was not done in:\n%s", step, done)
				}
				for _, word := range []string{"touch ", "pinch ", "gesture ", "pen ", "near ", "stroke ", "erase "} {
					if strings.Contains(done, "\n"+word) {
						t.Errorf("something else was done by a %s in:\n%s", word, done)
					}
				}
			})
		}
	}
}
