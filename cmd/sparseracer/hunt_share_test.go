package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/builds"
)

// huntOnce hunts testdata/once.cpp, eight of whose races wait for timers that no steered run has.
func huntOnce(t *testing.T, flags ...string) (stdout string) {
	t.Parallel()
	dir := t.TempDir()
	exe := builds.Program(t, "once", built(t, "bin/sparse-c++"), append([]string{"-std=c++17", "-fPIC", "-g", "-O1", "-fsanitize=address",
		"-o", "{out}", "testdata/once.cpp"}, pkgConfig(t, "Qt5Widgets")...)...)
	script := filepath.Join(dir, "ask.session")
	must(t, os.WriteFile(script, []byte("wait 100\nclick QPushButton Ask\nwait 100\nclick QPushButton Yes\nwait 2000\nclose\n"), 0o644))
	args := append(append([]string{"hunt", "--play", script, "-o", "kept", "-j", "1"}, flags...), "--", exe, filepath.Join(dir, "runs"))
	stdout, stderr, code := command(t, dir, built(t, "bin/sparseracer"), args...)
	if code != exitRaces || !strings.Contains(stdout, "8 races: ") || !strings.Contains(stdout, "outside hangup (the outside) while QMessageBox \"Question\" waits") {
		t.Errorf("it ended with %d:\n%s%s", code, stdout, stderr)
	}
	return stdout
}

// TestHuntSetsAside: after two races that were waited for in vain the others of a recording wait for the events that no session has.
func TestHuntSetsAside(t *testing.T) {
	out := huntOnce(t, "--timeout", "2s", "--time", "90s")
	const vain = "what the schedules of recording.srt wait for does not come in steered runs: its other races are tried after those of other recordings\n"
	before, after, _ := strings.Cut(out, vain)
	after, _, _ = strings.Cut(after, "\nproven: 1\n")
	const tried = ": not reached, 1 of 1 runs: "
	if strings.Count(before, tried) != 2 || strings.Count(after, tried) == 0 {
		t.Errorf("two races, that line, and others expected:\n%s", out)
	}
}

// TestHuntPlaysInItsShare: races that take longer than the hunt has leave half of its time to events that no session has.
func TestHuntPlaysInItsShare(t *testing.T) {
	out := huntOnce(t, "--timeout", "10m", "--time", "40s")
	if !strings.Contains(out, "\nproven: 1\n") || !strings.Contains(out, "\nnot tried: ") {
		t.Errorf("a proof, and races that there was no time for, expected:\n%s", out)
	}
}
