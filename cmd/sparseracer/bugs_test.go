package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestTwoBugs: two loops in one handler, and two bugs: a report each, and a proof each. The
// fixed program is silent.
func TestTwoBugs(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	b := buildFolder(t, built(t, "samples/bugs"))
	path := record(t, tool, filepath.Join(b.recorded, "actions_race"))
	a, code := analyzeJSON(t, tool, path)
	if code != exitRaces || len(a.Races) != 2 || a.Races[0].ID == a.Races[1].ID {
		t.Fatalf("analyze ended with %d: %+v", code, a)
	}
	for i, free := range []string{"List::refresh", "List::closePage"} {
		if r := a.Races[i]; !hasFunction(r.Use.Stack, "List::showMenu") || !hasFunction(r.Free.Stack, free) {
			t.Errorf("race %d: %+v, want a free in %s", i, r, free)
		}
	}
	stdout, stderr, code := command(t, "", tool, "confirm", "-o", t.TempDir(), "--runs", "2", path, "--", filepath.Join(b.asan, "actions_race"))
	if code != exitRaces || strings.Count(stdout, "confirmed, 2 of 2 runs") != 2 {
		t.Errorf("confirm ended with %d:\n%s%s", code, stdout, stderr)
	}
	path = record(t, tool, filepath.Join(b.recorded, "actions_norace"))
	if a, code := analyzeJSON(t, tool, path); code != exitClean || len(a.Races) != 0 {
		t.Errorf("the fixed program: analyze ended with %d: %+v", code, a)
	}
}
