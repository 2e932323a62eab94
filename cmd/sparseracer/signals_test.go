package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
)

// TestSignals: D-Bus signals are recorded with sender, path, interface, member and
// arguments, and played: below a modal box, from a sender of that name.
func TestSignals(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	if _, err := exec.LookPath("clang++-19"); err != nil {
		missing(t, "clang 19 is not installed")
	}
	b := buildFolder(t, built(t, "samples/calls"))
	for _, twin := range []string{"signal_race", "signal_norace"} {
		t.Run(twin, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "t.srt")
			recordSignals(t, tool, path, filepath.Join(b.recorded, twin))
			a, code := analyzeJSON(t, tool, path)
			if twin == "signal_norace" {
				if len(a.Races) != 0 || code != exitClean {
					stdout, _, _ := command(t, "", tool, "analyze", path)
					t.Errorf("analyze: %d\n%s", code, stdout)
				}
				return
			}
			if len(a.Races) == 0 || !hasFunction(a.Races[0].Use.Stack, "Window::ask") || !hasFunction(a.Races[0].Free.Stack, "Window::fileChanged") {
				t.Fatalf("analyze: %+v", a)
			}
			signalIsPlayed(t, tool, path, b.asan)
		})
	}
}

// recordSignals: the box is answered, and the file changes twice after that.
func recordSignals(t *testing.T, tool, path, program string) {
	t.Helper()
	conn, wait := talk(t, tool, "record", "-o", path, "--", program)
	if _, err := conn.RequestName("org.example.files", dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	window := conn.Object("org.example.calls", "/window")
	state := func(want string) {
		t.Helper()
		for begun := time.Now(); ; time.Sleep(5 * time.Millisecond) {
			v, err := window.GetProperty("org.example.Window.state")
			if err == nil && v.Value() == want {
				return
			}
			if time.Since(begun) > time.Minute {
				t.Fatalf("the program never %q: %v, %v", want, v, err)
			}
		}
	}
	changed := func(file string, size int32) {
		t.Helper()
		if err := conn.Emit("/files", "org.example.Files.changed", file, size); err != nil {
			t.Fatal(err)
		}
	}
	state("waits0")
	window.Go("org.example.Window.ask", dbus.FlagNoReplyExpected, nil)
	state("asks0")
	window.Go("org.example.Window.answer", dbus.FlagNoReplyExpected, nil)
	state("waits0")
	changed("my file", 7)
	state("waits1")
	changed("another", 8)
	if said, code := wait(); code != 0 {
		t.Fatalf("record ended with %d:\n%s", code, said)
	}
}

func signalIsPlayed(t *testing.T, tool, path, asan string) {
	t.Helper()
	dir := t.TempDir()
	stdout, stderr, code := command(t, "", tool, "confirm", "-o", dir, "--whole", path, "--", filepath.Join(asan, "signal_race"))
	if code != exitRaces || !strings.Contains(stdout, "confirmed, 1 of 1 runs") {
		t.Fatalf("confirm ended with %d:\n%s%s", code, stdout, stderr)
	}
	schedules, _ := filepath.Glob(dir + "/*.schedule.json")
	data, err := os.ReadFile(schedules[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"kind": "signal"`, `"service": "org.example.files"`, `"path": "/files"`,
		`"member": "org.example.Files.changed"`, `"s:my file"`, `"i:7"`} {
		if !strings.Contains(string(data), want) {
			t.Errorf("the schedule has no %s:\n%s", want, data)
		}
	}
	for program, want := range map[string]string{"signal_race": "2 of 2: confirmed", "signal_norace": "0 of 2: fixed"} {
		stdout, stderr, _ = command(t, "", tool, "replay", "--runs", "2", schedules[0], "--", filepath.Join(asan, program))
		if !strings.Contains(stdout, want) {
			t.Errorf("replay of %s, want %q:\n%s%s", program, want, stdout, stderr)
		}
	}
	stdout, stderr, code = command(t, "", tool, "replay", "--session", path, "--", filepath.Join(asan, "signal_norace"))
	if code != exitClean || !strings.Contains(stdout, "1 of 1 sessions") {
		t.Errorf("the session again: ended with %d:\n%s%s", code, stdout, stderr)
	}
}
