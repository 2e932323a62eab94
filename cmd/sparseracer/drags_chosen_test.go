package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestDragsAreChosen: `exercise` finds by itself what can be dragged, and where it can be dropped; on X11 it starts a server of its
// own, where the environment names none.
func TestDragsAreChosen(t *testing.T) {
	t.Parallel()
	for _, qt := range []string{"5", "6"} {
		for _, platform := range []string{"offscreen", "xcb"} {
			t.Run("qt"+qt+" "+platform, func(t *testing.T) {
				t.Parallel()
				player(t, qt)
				dir := t.TempDir()
				program, said := buildWith(t, qt, built(t, "bin/sparse-c++"), "testdata/drags.cpp"), filepath.Join(dir, "said")
				_, stderr, code := command(t, dir, "env", "QT_QPA_PLATFORM="+platform, "DISPLAY=", built(t, "bin/sparseracer"),
					"exercise", "--no-sandbox", "--sessions", "2", "--acts", "40", "-o", dir, "--", program, said)
				if code != exitClean {
					t.Fatalf("exercise ended with %d:\n%s", code, stderr)
				}
				done := ""
				scripts, _ := filepath.Glob(filepath.Join(dir, "*.session"))
				for _, s := range scripts {
					done += read(t, s)
				}
				for _, step := range []string{"drag item one to item three", "drag item one to field QListWidget to", "drag item First to item Second",
					"drag item A to item D", "drag field QLabel picture to field QFrame box"} {
					if !strings.Contains(done, step+"\n") {
						t.Errorf("%q was not done in:\n%s", step, done)
					}
				}
			})
		}
	}
}
