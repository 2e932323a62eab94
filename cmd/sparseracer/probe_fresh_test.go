package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/builds"
)

// probeOnlyOne tries the events of a program that runs only once, several at a time, with a D-Bus.
func probeOnlyOne(t *testing.T, dir string, args ...string) (out, stderr string) {
	t.Helper()
	exe := builds.Program(t, "only_one", built(t, "bin/sparse-c++"), append([]string{"-std=c++17", "-fPIC", "-g", "-O1", "-fsanitize=address",
		"-o", "{out}", "testdata/only_one.cpp"}, pkgConfig(t, "Qt5Widgets", "Qt5DBus")...)...)
	script := writeScript(t, "wait 300\nclick QPushButton Ask\nwait 300\nkey Escape\nwait 100\nclose\n")
	out, stderr, code := command(t, dir, "dbus-run-session", append([]string{"--", built(t, "bin/sparseracer"), "probe", "--play", script, "-o", "kept", "-j", "4", "--", exe}, args...)...)
	if code != exitClean {
		t.Fatalf("it ended with %d:\n%s%s", code, out, stderr)
	}
	return out, stderr
}

// TestProbeFresh: of a program that runs only once, each run has its session, however many go on at a time.
func TestProbeFresh(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	notes := filepath.Join(dir, "notes")
	out, stderr := probeOnlyOne(t, dir, notes)
	runs, err := filepath.Glob(filepath.Join(dir, "kept", "*.log"))
	if err != nil || len(runs) < 4 || strings.Contains(out, "not reached") {
		t.Fatalf("%v: %d runs:\n%s%s", err, len(runs), out, stderr)
	}
	if got, want := strings.Count(read(t, notes), "opened\n"), len(runs)+1; got != want { // and the session as it is
		t.Errorf("the dialog was opened in %d runs of %d:\n%s%s", got, want, out, stderr)
	}
}

// TestProbeMissed: an event that a run does not come to was not tried, and the next call tries it.
func TestProbeMissed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	notes := filepath.Join(dir, "notes")
	out, stderr := probeOnlyOne(t, dir, notes, "twice") // the session, and once more without any event
	if !strings.HasPrefix(out, "events that no session has: 0 tried, in 1 nested loop; 4 others were not reached\n") {
		t.Errorf("%s%s", out, stderr)
	}
	if err := errors.Join(os.Remove(notes), os.Mkdir(notes, 0o700)); err != nil { // nothing is noted any more
		t.Fatal(err)
	}
	if out, stderr = probeOnlyOne(t, dir, notes, "twice"); !strings.HasPrefix(out, "events that no session has: 4 tried, in 1 nested loop\n") {
		t.Errorf("once more: %s%s", out, stderr)
	}
}
