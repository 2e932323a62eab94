package main

import (
	"path/filepath"
	"testing"
)

// TestTakenOutOfLists: what was taken out of a QList is found there by nobody, so its free is no race with
// a walk through the list, though on Qt 5 a library's code takes it out. Found before, it is one.
func TestTakenOutOfLists(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	for _, qt := range []string{"5", "6"} {
		for name, c := range map[string]struct {
			flags []string
			races int
		}{"found": {}, "kept": {[]string{"-DKEPT"}, 1}} {
			t.Run("qt"+qt+"/"+name, func(t *testing.T) {
				t.Parallel()
				path := filepath.Join(t.TempDir(), "t.srt")
				if out, stderr, code := command(t, "", tool, "record", "-o", path, "--", buildWith(t, qt, built(t, "bin/sparse-c++"), "testdata/lists.cpp", c.flags...)); code != 0 {
					t.Fatalf("record ended with %d:\n%s%s", code, out, stderr)
				}
				if a, code := analyzeJSON(t, tool, path); len(a.Races) != c.races || (code == exitRaces) != (c.races > 0) {
					t.Errorf("analyze ended with %d, %d races expected: %+v", code, c.races, a.Races)
				}
			})
		}
	}
}
