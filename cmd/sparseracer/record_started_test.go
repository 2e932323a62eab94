package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestRecordsWhatIsStarted: of a script, a shell or timeout the program with the events is recorded,
// under the name that was asked for, and named; the exit status is that of what was run.
func TestRecordsWhatIsStarted(t *testing.T) {
	t.Parallel()
	tool, dir := built(t, "bin/sparseracer"), t.TempDir()
	program := buildWith(t, "5", "c++", "../../samples/editor.cpp")
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		must(t, os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o700))
		return path
	}
	for name, argv := range map[string][]string{
		"a script that goes on":   {write("goes-on", `timeout -s INT 4 "`+program+`"; exit 7`)},
		"a script that execs":     {write("execs", `exec timeout -s INT 4 "`+program+`"`)},
		"a shell":                 {"sh", "-c", `timeout -s INT 4 "$0"; true`, program},
		"timeout":                 {"timeout", "-s", "INT", "4", program},
		"a script with a helper":  {write("helper", `true & sleep 0; timeout -s INT 4 "`+program+`" | cat; exit 7`)},
		"a script without events": {write("none", "exit 7")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			here := t.TempDir()
			_, stderr, code := command(t, here, tool, append([]string{"record", "-o", "t.srt", "--"}, argv...)...)
			_, _, alone := command(t, here, argv[0], argv[1:]...)
			if code != alone {
				t.Errorf("it ended with %d, alone with %d", code, alone)
			}
			entries, err := os.ReadDir(here)
			if must(t, err); len(entries) != 1 || entries[0].Name() != "t.srt" {
				t.Errorf("left: %v", entries)
			}
			if strings.Contains(name, "without") {
				if !strings.Contains(stderr, "no event loop was seen") {
					t.Errorf("it said:\n%s", stderr)
				}
				return
			}
			out, _, _ := command(t, here, tool, "info", "--json", "t.srt")
			if !strings.Contains(stderr, "recorded: "+program+", which ") || !strings.Contains(out, `"`+program+`"`) || strings.Contains(stderr, "no event") {
				t.Errorf("it said:\n%s%s", stderr, out)
			}
		})
	}
}

// TestRecordsStartedBuild: what a script starts may be a build of ours, with AddressSanitizer or without. Its accesses
// are in the recording, and its heap is its own.
func TestRecordsStartedBuild(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	source, _ := filepath.Abs("../../samples/pointer_race.cpp")
	for name, flags := range map[string][]string{"recorded": nil, "with AddressSanitizer": {"-fsanitize=address"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			program := buildWith(t, "5", built(t, "bin/sparse-c++"), source, append(flags, "-DRACY")...)
			here := t.TempDir()
			_, stderr, code := command(t, here, tool, "record", "-o", "t.srt", "--", "sh", "-c", `"$0"; exit $?`, program)
			out, said, races := command(t, here, tool, "analyze", "t.srt")
			if code != exitClean || races != exitRaces || !strings.Contains(out, "Editor::keep()") || strings.Contains(stderr, "warning") {
				t.Errorf("%d, %d:\n%s%s%s", code, races, stderr, out, said)
			}
		})
	}
}

// TestRecordsStartedRefuses: where the trace cannot be, nothing is started.
func TestRecordsStartedRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	marker := filepath.Join(dir, "ran")
	_, stderr, code := command(t, dir, built(t, "bin/sparseracer"), "record", "-o", "/nowhere/t.srt", "--", "sh", "-c", "touch "+marker)
	if code != exitError || strings.Count(stderr, "\n") != 1 || exists(marker) {
		t.Errorf("it ended with %d: %s", code, stderr)
	}
}

// TestRecordsInterrupted: Ctrl-C ends the program, in its way, and not what is kept and said of its recording.
func TestRecordsInterrupted(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	program := buildWith(t, "5", "c++", "../../samples/editor.cpp")
	for name, argv := range map[string][]string{"alone": {program}, "by a shell": {"sh", "-c", `"$0"; true`, program}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			here := t.TempDir()
			cmd := exec.Command(tool, append([]string{"record", "-o", "t.srt", "--"}, argv...)...)
			cmd.Dir, cmd.Env, cmd.SysProcAttr = here, append(os.Environ(), "QT_QPA_PLATFORM=offscreen"), &syscall.SysProcAttr{Setpgid: true}
			var said limited
			cmd.Stdout, cmd.Stderr = &said, &said
			must(t, cmd.Start())
			for begun := time.Now(); ; time.Sleep(10 * time.Millisecond) { // the program is there, and some events are in its trace
				traces, _ := filepath.Glob(here + "/*.srt")
				parts, _ := filepath.Glob(here + "/*/*.srt")
				if events := eventsIn(t, tool, append(traces, parts...)); events > 20 {
					break
				}
				if time.Since(begun) > time.Minute {
					_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
					t.Fatalf("it records nothing:\n%s", said)
				}
			}
			must(t, syscall.Kill(-cmd.Process.Pid, syscall.SIGINT))
			_ = cmd.Wait()
			out, stderr, _ := command(t, here, tool, "info", "t.srt")
			if !strings.Contains(out, program) || !strings.Contains(string(said), "next: sparseracer analyze") ||
				name == "alone" && !strings.Contains(string(said), "ended by SIGINT") {
				t.Errorf("%s\n%s%s", said, out, stderr)
			}
		})
	}
}

// eventsIn is how many events the fullest of these traces has so far.
func eventsIn(t *testing.T, tool string, paths []string) (events int) {
	t.Helper()
	for _, p := range paths {
		var info struct {
			Kinds map[string]int `json:"kinds"`
		}
		out, _, _ := command(t, filepath.Dir(p), tool, "info", "--json", p)
		if json.Unmarshal([]byte(out), &info) == nil {
			events = max(events, info.Kinds["deq"])
		}
	}
	return events
}
