package main

import (
	"strings"
	"testing"

	"sparseracer/internal/builds"
)

// TestHuntServes: a program that never ends is ended after half of the time, and what it did is tried.
func TestHuntServes(t *testing.T) {
	t.Parallel()
	exe := builds.Program(t, "serves", built(t, "bin/sparse-cc"), append([]string{"-g", "-O1", "-fsanitize=address", "-o", "{out}", "testdata/serves.c"}, pkgConfig(t, "libuv")...)...)
	stdout, stderr, code := command(t, t.TempDir(), built(t, "bin/sparseracer"), "hunt", "--time", "40s", "--", exe)
	if code != exitRaces || !strings.Contains(stderr, "did not end by itself in 20s, and was ended") || !strings.Contains(stdout, "confirmed, 1 of 1 runs") {
		t.Errorf("it ended with %d:\n%s%s", code, stdout, stderr)
	}
}
