package main

import (
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/builds"
)

// TestHuntTasks: what a handler frees while a task of a pool uses it is found and proven by one command, from a session
// in which the task is quick. The fixed program waits for its task, and nothing is said of it.
func TestHuntTasks(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	program := func(name string, flags ...string) string {
		args := append(flags, "-std=c++17", "-fsanitize=address", "-g", "-O1", "-fPIC", "-pthread", "-o", "{out}", filepath.Join(built(t, "samples"), "report_race.cpp"))
		return builds.Program(t, name, built(t, "bin/sparse-c++"), append(args, pkgConfig(t, "Qt5Core")...)...)
	}
	dir := t.TempDir()
	out, stderr, code := command(t, dir, tool, "hunt", "--time", "60s", "-o", "kept", "--", program("report_race"))
	if code != exitRaces || !strings.Contains(out, "proven: 1\n") || !strings.Contains(out, "uses what Window::close()") {
		t.Errorf("the race: code %d\n%s%s", code, out, stderr)
	}
	out, stderr, code = command(t, dir, tool, "hunt", "--time", "60s", "-o", "fixed", "--", program("report_fixed", "-DMENDED"))
	if code != exitClean || strings.Contains(out, "proven") || !exists(filepath.Join(dir, "fixed", "tasks", "recording.srt")) {
		t.Errorf("the fixed program: code %d\n%s%s", code, out, stderr)
	}
}
