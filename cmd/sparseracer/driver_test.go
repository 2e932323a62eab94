package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestDriverIsLearned: where the input of a driver ends the loop of a race, it is played from
// the recording, and the driver, which would end the program at once, is left out.
func TestDriverIsLearned(t *testing.T) {
	t.Parallel()
	tool, b := built(t, "bin/sparseracer"), buildSamples(t, "5")
	path, dir := record(t, tool, filepath.Join(b.recorded, "cleanup_race")), t.TempDir()
	program, driver := filepath.Join(b.asan, "cleanup_race"), "kill -9 $1"
	stdout, stderr, code := command(t, "", tool, "confirm", "-o", dir, "--driver", driver, "--runs", "2", path, "--", program)
	if code != exitRaces || !strings.Contains(stdout, "confirmed, 2 of 2 runs") {
		t.Fatalf("confirm ended with %d:\n%s%s", code, stdout, stderr)
	}
	schedules, _ := filepath.Glob(filepath.Join(dir, "race-*.schedule.json"))
	if len(schedules) != 1 {
		t.Fatalf("schedules %v", schedules)
	}
	stdout, stderr, code = command(t, "", tool, "replay", "--driver", driver, "--runs", "2", schedules[0], "--", program)
	if code != exitRaces || !strings.Contains(stdout, "2 of 2: confirmed") {
		t.Errorf("replay ended with %d:\n%s%s", code, stdout, stderr)
	}
}
