package main

import (
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/builds"
)

// TestTouchesAreChosen: `exercise` taps what takes fingers by itself, and nothing else; a field gets an input method's words.
func TestTouchesAreChosen(t *testing.T) {
	t.Parallel()
	chosen := map[string][]string{"touchesWidgets": {"touch field QLabel pad\n"}, "inputsWidgets": {"commit "}, "inputsQuick": {"commit "},
		"touchesQuick": {"touch field QQuickRectangle pad\n", "touch field QQuickMultiPointTouchArea fingers\n"}}
	for _, qt := range []string{"5", "6"} {
		for _, f := range played {
			t.Run("qt"+qt+"/"+f.name+f.library, func(t *testing.T) {
				t.Parallel()
				player(t, qt)
				program, dir := builds.Program(t, f.name+f.library, built(t, "bin/sparse-c++"), append([]string{"-std=c++17", "-fPIC", "-g", "-O1", "-o", "{out}", f.source},
					pkgConfig(t, "Qt"+qt+f.library)...)...), t.TempDir()
				_, stderr, code := command(t, dir, "env", "QT_QPA_PLATFORM=offscreen", built(t, "bin/sparseracer"),
					"exercise", "--no-sandbox", "--sessions", "2", "--acts", "30", "-o", dir, "--", program, filepath.Join(dir, "said"))
				if code != exitClean {
					t.Fatalf("exercise ended with %d:\n%s", code, stderr)
				}
				done := ""
				scripts, _ := filepath.Glob(filepath.Join(dir, "*.session"))
				for _, s := range scripts {
					done += read(t, s)
				}
				for _, step := range chosen[f.name+f.library] {
					if !strings.Contains(done, step) {
						t.Errorf("%q was not done in:\n%s", step, done)
					}
					done = strings.ReplaceAll(done, step, "")
				}
				if strings.Contains(done, "touch ") {
					t.Errorf("something else was tapped in:\n%s", done)
				}
			})
		}
	}
}
