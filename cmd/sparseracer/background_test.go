package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestIntoTheBackground: of a program whose first process ends at once, while one that it forked
// has the event loop, the user learns why there is nothing to see. With --follow the other
// one is recorded.
func TestIntoTheBackground(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	program := buildWith(t, "5", "c++", "testdata/background.cpp")
	const says = "ended, and a process that it had forked goes on without being recorded ("
	here := t.TempDir()
	_, stderr, code := command(t, here, tool, "record", "-o", "t.srt", "--", program)
	if said := strings.Join(strings.Fields(stderr), " "); code != exitClean || !strings.Contains(said, says) || !strings.Contains(said, "killed or called _exit") {
		t.Errorf("record ended with %d:\n%s", code, stderr)
	}
	_, stderr, code = command(t, here, tool, "hunt", "--time", "20s", "-o", "hunted", "--", program)
	if code != exitError || !strings.Contains(strings.Join(strings.Fields(stderr), " "), says) {
		t.Errorf("hunt ended with %d:\n%s", code, stderr)
	}
	for name, argv := range map[string][]string{"in the foreground": {"--", program, "stay"}, "followed": {"--follow", "--", program}} {
		_, stderr, code = command(t, here, tool, append([]string{"record", "-o", "u.%p.srt"}, argv...)...)
		if code != exitClean || strings.Contains(strings.Join(strings.Fields(stderr), " "), says) {
			t.Errorf("%s: record ended with %d:\n%s", name, code, stderr)
		}
	}
	if traces, err := filepath.Glob(filepath.Join(here, "u.*.srt")); err != nil || len(traces) != 3 {
		t.Errorf("%q (%v), want one of the program that stays, and one of each process that is followed", traces, err)
	}
}
