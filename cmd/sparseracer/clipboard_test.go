package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestClipboard: on the platform without a screen the clipboard of a program that is played has an object without formats where
// nothing was put, as on a screen, in a replay without the script, too. What the program puts there it gets.
func TestClipboard(t *testing.T) {
	t.Parallel()
	script := writeScript(t, "wait 300\nkey Ctrl+P\nwait 50\nkey Ctrl+T\nwait 50\nkey Ctrl+P\nwait 50\nkey Ctrl+L\nwait 50\nkey Ctrl+P\nwait 50\nclose\n")
	for _, qt := range []string{"5", "6"} {
		t.Run("qt"+qt, func(t *testing.T) {
			t.Parallel()
			player(t, qt)
			program := buildWith(t, qt, built(t, "bin/sparse-c++"), "testdata/clipboard.cpp")
			recording, said := filepath.Join(t.TempDir(), "t.srt"), filepath.Join(t.TempDir(), "said")
			_, stderr, code := command(t, "", "env", "QT_QPA_PLATFORM=offscreen", "timeout", "60", built(t, "bin/sparseracer"),
				"record", "--play", script, "-o", recording, "--", program, said)
			if code != 0 || strings.Contains(stderr, "no target for") {
				t.Fatalf("record ended with %d:\n%s", code, stderr)
			}
			pastes(t, "recorded", read(t, said))
			stdout, stderr, code := command(t, "", "env", "QT_QPA_PLATFORM=offscreen", built(t, "bin/sparseracer"),
				"replay", "--session", recording, "--", program, said)
			if code != exitClean || !strings.Contains(stdout, "1 of 1 sessions") {
				t.Errorf("replay ended with %d:\n%s%s", code, stdout, stderr)
			}
			pastes(t, "replayed", read(t, said))
		})
	}
}

func pastes(t *testing.T, run, said string) {
	t.Helper()
	if want := "nothing, 0 formats\ntext, 1 formats\nnothing, 0 formats\n"; said != want {
		t.Errorf("%s: it pasted\n%snot\n%s", run, said, want)
	}
}
