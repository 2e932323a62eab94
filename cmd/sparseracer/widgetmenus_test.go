package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestMenusOfWidgetsAreChosen: `exercise` asks a bar of tabs, and what has a menu of its own, for that menu, wherever they lie in
// the window.
func TestMenusOfWidgetsAreChosen(t *testing.T) {
	for _, qt := range []string{"5", "6"} {
		t.Run("qt"+qt, func(t *testing.T) {
			t.Parallel()
			player(t, qt)
			dir := t.TempDir()
			program, said := buildWith(t, qt, built(t, "bin/sparse-c++"), "testdata/widgetmenus.cpp"), filepath.Join(dir, "said")
			_, stderr, code := command(t, dir, "env", "QT_QPA_PLATFORM=offscreen", built(t, "bin/sparseracer"),
				"exercise", "--no-sandbox", "--sessions", "1", "--acts", "30", "-o", dir, "--", program, said)
			if code != exitClean {
				t.Fatalf("exercise ended with %d:\n%s", code, stderr)
			}
			shown := read(t, said)
			for _, menu := range []string{"tab", "state"} {
				if !strings.Contains(shown, menu+"\n") {
					t.Errorf("the menu of the %s was not shown, but %q; done:\n%s", menu, shown, read(t, filepath.Join(dir, "1.session")))
				}
			}
		})
	}
}
