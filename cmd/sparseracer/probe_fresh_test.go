package main

import (
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/builds"
)

// TestProbeFresh: of a program that runs only once, each run has its session, however many go on at a time.
func TestProbeFresh(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	exe := builds.Program(t, "only_one", built(t, "bin/sparse-c++"), append([]string{"-std=c++17", "-fPIC", "-g", "-O1", "-fsanitize=address",
		"-o", "{out}", "testdata/only_one.cpp"}, pkgConfig(t, "Qt5Widgets", "Qt5DBus")...)...)
	script, notes := writeScript(t, "wait 300\nclick QPushButton Ask\nwait 300\nkey Escape\nwait 100\nclose\n"), filepath.Join(dir, "notes")
	out, stderr, code := command(t, dir, "dbus-run-session", "--", built(t, "bin/sparseracer"), "probe", "--play", script, "-o", "kept", "-j", "4", "--", exe, notes)
	runs, err := filepath.Glob(filepath.Join(dir, "kept", "*.log"))
	if err != nil || code != exitClean || len(runs) < 4 {
		t.Fatalf("%v: it ended with %d after %d runs:\n%s%s", err, code, len(runs), out, stderr)
	}
	if got, want := strings.Count(read(t, notes), "opened\n"), len(runs)+1; got != want { // and the session as it is
		t.Errorf("the dialog was opened in %d runs of %d:\n%s%s", got, want, out, stderr)
	}
}
