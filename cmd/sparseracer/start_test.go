package main

import (
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/builds"
)

// TestStartFails: a program that ends, finds no display, or waits for ever before its window is there
// did not reach the race, and the verdict says so; it is no crash, and has not left the schedule. One
// whose start hangs once is started again.
func TestStartFails(t *testing.T) {
	t.Parallel()
	tool, dir := built(t, "bin/sparseracer"), t.TempDir()
	source, _ := filepath.Abs("../../samples/shortcut_race.cpp")
	session, _ := filepath.Abs("../../samples/shortcut_race.session")
	header, _ := filepath.Abs("testdata/start_waits.h")
	exe := builds.Program(t, "start", built(t, "bin/sparse-c++"), append([]string{"-std=c++17", "-fPIC", "-g", "-O1", "-fsanitize=address",
		"-include", header, "-o", "{out}", source}, pkgConfig(t, "Qt5Widgets")...)...)
	if out, stderr, code := command(t, dir, tool, "record", "--play", session, "-o", "start.srt", "--", exe); code != 0 {
		t.Fatalf("recording ended with %d:\n%s%s", code, out, stderr)
	}
	for _, c := range []struct{ variable, says string }{
		{"START=", "confirmed, 1 of 1 runs"},
		{"START=waits", "not reached, 1 of 1 runs: the program's start did not come to its first input, it shows no window: "},
		{"START=once " + filepath.Join(dir, "waited"), "confirmed, 1 of 1 runs"},
		{"START=ends", `not reached, 1 of 1 runs: the program ended by itself (exit code 4) before anything of the schedule came; its last line was "another instance runs already"`},
		{"QT_QPA_PLATFORM=xcb", "not reached, 1 of 1 runs: the program ended by itself (aborted) before anything of the schedule came; it found no display "},
	} {
		out, stderr, code := command(t, dir, "env", "-u", "DISPLAY", c.variable, tool, "confirm", "start.srt", "--", exe)
		want := exitClean
		if c.says == "confirmed, 1 of 1 runs" {
			want = exitRaces
		}
		if code != want || !strings.Contains(out, ": "+c.says) {
			t.Errorf("%s: it ended with %d; %q expected:\n%s%s", c.variable, code, c.says, out, stderr)
		}
	}
}
