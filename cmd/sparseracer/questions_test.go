package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/builds"
)

// TestQuestions: what a window asks before it closes, and never asked in the recording, is answered by
// the buttons that go on, one after another; where there is none, that is the reason.
func TestQuestions(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	source, _ := filepath.Abs("testdata/asks.cpp")
	const session = "wait 200\ncontext 50 50\nwait 150\nitem Copy\nwait 100\nkey Ctrl+S\nwait 100\nclosemain\n"
	for _, qt := range []string{"5", "6"} {
		exe := asksBuild(t, qt, source)
		for how, want := range map[string][]string{
			"stays": {"not reached", `and no button goes on with what asked: the window "Busy", which says "The text is`, "being printed."},
			"typed": {"confirmed, 1 of 1 runs"}, // without the letter, which the race does not need
			"twice": {"confirmed, 1 of 1 runs", `on "Yes" in the window "Pages"`, `on "Yes" in the window "Sure"`},
		} {
			t.Run("qt"+qt+" "+how, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				script, trace := filepath.Join(dir, "s.session"), filepath.Join(dir, "t.srt")
				typed := map[bool]string{true: "wait 200\ntext a\n"}[how == "typed"]
				if err := os.WriteFile(script, []byte(typed+session), 0o600); err != nil {
					t.Fatal(err)
				}
				if _, said, code := command(t, dir, tool, "record", "--play", script, "-o", trace, "--", exe, how); code != exitClean {
					t.Fatalf("record ended with %d:\n%s", code, said)
				}
				out, said, _ := command(t, dir, tool, "confirm", "-o", "kept", trace, "--", exe, how)
				for _, w := range want {
					if !strings.Contains(out, w) {
						t.Errorf("%q expected:\n%s%s", w, out, said)
					}
				}
				if strings.Contains(out, "\x1b") {
					t.Errorf("it plays with the terminal: %q", out)
				}
				if how != "twice" {
					return
				}
				kept, _ := filepath.Glob(filepath.Join(dir, "kept", "race-*.schedule.json"))
				if len(kept) != 1 {
					t.Fatalf("schedules: %v", kept)
				}
				if again, _, _ := command(t, dir, tool, "replay", "--runs", "3", kept[0], "--", exe, how); !strings.HasPrefix(again, "3 of 3: confirmed") && !strings.Contains(again, "3 of 3") {
					t.Errorf("replay:\n%s", again)
				}
			})
		}
	}
}

// TestProbeAnswers: a close that no session has is answered, too, in a run of its own.
func TestProbeAnswers(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	source, _ := filepath.Abs("testdata/asks.cpp")
	const session = "wait 200\ncontext 50 50\nwait 150\nitem Copy\nwait 100\nkey Ctrl+S\nwait 100\nquit\n"
	for _, qt := range []string{"5", "6"} {
		exe := asksBuild(t, qt, source)
		for how, proven := range map[string]bool{"once": true, "stays": false} {
			t.Run("qt"+qt+" "+how, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				script := filepath.Join(dir, "s.session")
				if err := os.WriteFile(script, []byte(session), 0o600); err != nil {
					t.Fatal(err)
				}
				out, said, code := command(t, dir, tool, "probe", "--play", script, "-o", "kept", "--", exe, how)
				_, list, _ := strings.Cut(out, "\nproven: 1\n")
				if got := strings.Contains(list, "closewindow QMainWindow ") && strings.Contains(list, "-answered.session") && code == exitRaces; got != proven || strings.Contains(out, "failed once") {
					t.Errorf("it ended with %d:\n%s%s", code, out, said)
				}
				if kept, _ := filepath.Glob(filepath.Join(dir, "kept", "*.states")); len(kept) > 0 {
					t.Errorf("left behind: %v", kept)
				}
			})
		}
	}
}

// asksBuild is one build, to be recorded and to prove.
func asksBuild(t *testing.T, qt, source string) string {
	return builds.Program(t, "asks"+qt, built(t, "bin/sparse-c++"), append([]string{"-std=c++17", "-fPIC", "-g", "-O1", "-fsanitize=address",
		"-o", "{out}", source}, pkgConfig(t, "Qt"+qt+"Widgets")...)...)
}
