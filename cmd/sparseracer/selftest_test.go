package main

import (
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/steering"
)

// TestSabotaged: a hook that is in place and sees nothing is named before a program starts,
// in what is analyzed of the recording, and by the status; nothing is steered without
// it, and the reason said. internal/selftest does it to each hook.
func TestSabotaged(t *testing.T) {
	t.Parallel()
	tool, b := built(t, "bin/sparseracer"), buildSamples(t, "6")
	program := filepath.Join(b.recorded, "viewer_race")
	whole := record(t, tool, program)
	for hook, steers := range map[string]bool{
		"QAbstractEventDispatcher::registerTimer": true, "QTimer::singleShot": false,
	} {
		blind := withEnvironment(t, tool, []string{steering.EnvironmentOptions + "=" + strings.ReplaceAll(steering.Option(steering.OptionSabotage, hook), "'", `"`)})
		path := filepath.Join(t.TempDir(), "t.srt")
		_, stderr, code := command(t, "", blind, "record", "-o", path, "--", program)
		if code != 0 || !strings.Contains(stderr, hook+" missing") {
			t.Errorf("%s: record ended with %d:\n%s", hook, code, stderr)
		}
		stdout, _, _ := command(t, "", tool, "analyze", path)
		if !strings.Contains(strings.Join(strings.Fields(stdout), " "), hook+" was missing while recording") {
			t.Errorf("%s: analyze says\n%s", hook, stdout)
		}
		if stdout, _, code := command(t, "", blind, "qt", "status"); code != exitError || !strings.Contains(stdout, hook+" missing") {
			t.Errorf("%s: qt status ended with %d:\n%s", hook, code, stdout)
		}
		if !steers {
			continue
		}
		stdout, stderr, code = command(t, "", blind, "confirm", "-o", t.TempDir(), whole, "--", filepath.Join(b.asan, "viewer_race"))
		if code != 0 || !strings.Contains(strings.Join(strings.Fields(stdout), " "), "not supported: the hooks do not see "+hook) {
			t.Errorf("%s: confirm ended with %d:\n%s%s", hook, code, stdout, stderr)
		}
	}
}
