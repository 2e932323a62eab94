package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSuggestedFix: a patch for the viewer is verified, and what cannot be tried is said: a command that fails without
// any patch, a program that does not crash, a place that cannot be written.
func TestSuggestedFix(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	b := buildSamples(t, "5")
	schedule := raceIsProved(t, tool, b, "viewer_race", "5", t.TempDir())
	dir := t.TempDir()
	source := filepath.Join(dir, "viewer_race.cpp")
	text, err := os.ReadFile("../../samples/viewer_race.cpp")
	if err != nil {
		t.Fatal(err)
	}
	compile := "clang++-19 -std=c++17 -g -fPIC -fno-omit-frame-pointer -fsanitize=address $(pkg-config --cflags --libs Qt5Widgets) viewer_race.cpp -o viewer"
	flags, _, code := command(t, "", "pkg-config", "--cflags", "Qt5Widgets")
	if code != 0 {
		missing(t, "pkg-config does not know Qt5Widgets")
	}
	commands, err := json.Marshal([]map[string]string{{"directory": dir, "file": source, "command": "clang++-19 -std=c++17 -fPIC " + strings.TrimSpace(flags) + " -c " + source}})
	if err != nil {
		t.Fatal(err)
	}
	for path, data := range map[string][]byte{source: text, filepath.Join(dir, "compile_commands.json"): commands} {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	verify := func(cmd, program string, more ...string) (string, string, int) {
		args := append([]string{"suggest-fix", "--source", dir, "--runs", "3", "--verify", cmd}, more...)
		return command(t, "", tool, append(args, schedule, "--", program)...)
	}
	stdout, stderr, code := verify(compile, "viewer", "--tests", "test -x viewer")
	for _, want := range []string{"verified: crashes before, passes 3 of 3 runs after", "+++ b/viewer_race.cpp", "+    const QPointer<Viewer> self(this);", "+    if (!self)"} {
		if code != exitClean || !strings.Contains(stdout, want) {
			t.Errorf("suggest-fix ended with %d, expected %q:\n%s%s", code, want, stdout, stderr)
		}
	}
	if now, _ := os.ReadFile(source); string(now) != string(text) {
		t.Error("the sources were changed")
	}
	for cmd, want := range map[string]string{"echo broken; exit 3": "--verify: the command fails without any patch: exit status 3\nbroken",
		"cp " + filepath.Join(b.asan, "viewer_norace") + " viewer": "the schedule does not bring the crash about"} {
		if _, stderr, code := verify(cmd, "viewer"); code != exitError || !strings.Contains(stderr, want) {
			t.Errorf("%s: ended with %d, expected %q:\n%s", cmd, code, want, stderr)
		}
	}
	if _, stderr, code := verify(compile, "viewer", "-o", "/dev/null/x"); code != exitError || !strings.Contains(stderr, "/dev/null/x: cannot be written") {
		t.Errorf("ended with %d:\n%s", code, stderr)
	}
}
