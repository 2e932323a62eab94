package main

import (
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/steering"
)

// TestSabotaged: a hook that is in place and sees nothing is named before a program starts,
// in what is analyzed of the recording, and by the status; nothing is steered without
// it that needs it, and the reason said. internal/selftest does it to each hook.
func TestSabotaged(t *testing.T) {
	t.Parallel()
	tool, b := built(t, "bin/sparseracer"), buildSamples(t, "6")
	program := filepath.Join(b.recorded, "viewer_race")
	whole := record(t, tool, program)
	for hook, needed := range map[string]bool{
		"QAbstractEventDispatcher::registerTimer": true, "QEventDispatcherUNIX::registerSocketNotifier": false,
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
		stdout, stderr, code = command(t, "", blind, "confirm", "-o", t.TempDir(), whole, "--", filepath.Join(b.asan, "viewer_race"))
		refused := strings.Contains(strings.Join(strings.Fields(stdout), " "), "not supported: the hooks do not see "+hook)
		if refused != needed || !needed && code != exitRaces {
			t.Errorf("%s: confirm ended with %d:\n%s%s", hook, code, stdout, stderr)
		}
	}
}

// TestSabotagedLoops: the same with GLib and libuv.
func TestSabotagedLoops(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	for _, c := range []struct{ word, folder, sample, hook string }{
		{"glib", "glib", "finalize_race", "g_source_attach"}, {"libuv", "uv", "timer_race", "uv_timer_start"},
	} {
		b := buildFolder(t, filepath.Join(built(t, "samples"), c.folder))
		recorded, asan := filepath.Join(b.recorded, c.sample), filepath.Join(b.asan, c.sample)
		whole := record(t, tool, recorded)
		blind := withEnvironment(t, tool, []string{steering.EnvironmentOptions + "=" + strings.ReplaceAll(steering.Option(steering.OptionSabotage, c.hook), "'", `"`)})
		path := filepath.Join(t.TempDir(), "t.srt")
		if _, stderr, _ := command(t, "", blind, "record", "-o", path, "--", recorded); !strings.Contains(stderr, c.hook+" missing") {
			t.Errorf("%s: record says\n%s", c.hook, stderr)
		}
		if stdout, _, _ := command(t, "", tool, "analyze", path); !strings.Contains(strings.Join(strings.Fields(stdout), " "), c.hook+" was missing while recording") {
			t.Errorf("%s: analyze says\n%s", c.hook, stdout)
		}
		if stdout, _, code := command(t, "", blind, "selftest", c.word); code != exitError || !strings.Contains(stdout, c.hook+" missing") {
			t.Errorf("%s: selftest ended with %d:\n%s", c.hook, code, stdout)
		}
		stdout, stderr, code := command(t, "", blind, "confirm", "-o", t.TempDir(), whole, "--", asan)
		if code != 0 || !strings.Contains(strings.Join(strings.Fields(stdout), " "), "not supported: the hooks do not see "+c.hook) {
			t.Errorf("%s: confirm ended with %d:\n%s%s", c.hook, code, stdout, stderr)
		}
	}
}
