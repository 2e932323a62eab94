package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestCellsAreChosen: `exercise` clicks and double clicks in each column of a table, not in the first alone.
func TestCellsAreChosen(t *testing.T) {
	t.Parallel()
	for _, qt := range []string{"5", "6"} {
		t.Run("qt"+qt, func(t *testing.T) {
			t.Parallel()
			player(t, qt)
			dir := t.TempDir()
			program, said := buildWith(t, qt, built(t, "bin/sparse-c++"), "testdata/cells.cpp"), filepath.Join(dir, "said")
			_, stderr, code := command(t, dir, "env", "QT_QPA_PLATFORM=offscreen", built(t, "bin/sparseracer"),
				"exercise", "--no-sandbox", "--sessions", "1", "--acts", "40", "-o", dir, "--", program, said)
			if code != exitClean {
				t.Fatalf("exercise ended with %d:\n%s", code, stderr)
			}
			done := read(t, said)
			for _, want := range []string{"click 1", "double 1", "click 2", "double 2"} {
				if !strings.Contains(done, want+"\n") {
					t.Errorf("no %q among what was done:\n%s\nby\n%s", want, done, read(t, filepath.Join(dir, "1.session")))
				}
			}
		})
	}
}
