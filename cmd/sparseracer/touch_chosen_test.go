package main

import (
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/builds"
)

// TestTouchesAreChosen: `exercise` taps what takes fingers by itself, and nothing else.
func TestTouchesAreChosen(t *testing.T) {
	t.Parallel()
	chosen := map[string][]string{"Widgets": {"touch field QLabel pad"}, "Quick": {"touch field QQuickRectangle pad", "touch field QQuickMultiPointTouchArea fingers"}}
	for _, qt := range []string{"5", "6"} {
		for _, f := range fingered {
			t.Run("qt"+qt+"/"+f.library, func(t *testing.T) {
				t.Parallel()
				player(t, qt)
				program, dir := builds.Program(t, "touches"+f.library, built(t, "bin/sparse-c++"), append([]string{"-std=c++17", "-fPIC", "-g", "-O1", "-o", "{out}", f.source},
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
				for _, step := range chosen[f.library] {
					if !strings.Contains(done, step+"\n") {
						t.Errorf("%q was not done in:\n%s", step, done)
					}
					done = strings.ReplaceAll(done, step+"\n", "")
				}
				if strings.Contains(done, "touch ") {
					t.Errorf("something else was tapped in:\n%s", done)
				}
			})
		}
	}
}
