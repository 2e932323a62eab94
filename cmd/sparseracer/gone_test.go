package main

import (
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/builds"
)

// TestGoneWithItsWindow: the free takes along the dialog that ended the first loop of the use's handler in
// the recording. Its answer is left out, the next dialog's is played, and the race is proven; the twin is
// not. In the handler's other loop a modal dialog keeps a person from the free.
func TestGoneWithItsWindow(t *testing.T) {
	t.Parallel()
	tool, dir := built(t, "bin/sparseracer"), t.TempDir()
	source, _ := filepath.Abs("testdata/gone.cpp")
	session, _ := filepath.Abs("testdata/gone.session")
	build := func(name string, define ...string) string {
		return builds.Program(t, name, built(t, "bin/sparse-c++"), append(append(define, "-std=c++17", "-fPIC", "-g", "-O1", "-fsanitize=address", "-o", "{out}", source),
			pkgConfig(t, "Qt5Widgets")...)...)
	}
	racy, mended := build("gone"), build("gone_mended", "-DMENDED")
	if out, stderr, code := command(t, dir, tool, "record", "--play", session, "-o", "gone.srt", "--", racy); code != 0 {
		t.Fatalf("recording ended with %d:\n%s%s", code, out, stderr)
	}
	out, stderr, code := command(t, dir, tool, "confirm", "gone.srt", "--", racy)
	_, line, _ := strings.Cut(out, "\nschedule: ")
	schedule, _, _ := strings.Cut(line, "\n")
	if code != exitRaces || !strings.Contains(out, ": confirmed, 1 of 1 runs") {
		t.Fatalf("it ended with %d:\n%s%s", code, out, stderr)
	}
	for exe, want := range map[string]string{racy: "3 of 3: confirmed", mended: "0 of 3: fixed"} {
		if out, stderr, _ := command(t, dir, tool, "replay", schedule, "--runs", "3", "--", exe); !strings.Contains(out, want) {
			t.Errorf("%s, %q expected:\n%s%s", exe, want, out, stderr)
		}
	}
}
