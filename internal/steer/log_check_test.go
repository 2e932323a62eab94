package steer

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/system"
)

// forged are logs of runs: of each the deliveries, after the same start-up code. T is held.
const (
	forgedStart = `# loop: batch
enq(first, label=T)
enq(second, label=S)
enq(early, kind=timer, label=E, timer=1, interval=15, timertype=precise)
enq(late, kind=timer, label=L, timer=2, interval=20, timertype=precise)
enterloop()
`
	forgedTimers = "deq(first)\nend(first)\ndeq(second)\nend(second)\ndeq(late)\n"
	forgedPosts  = "deq(second)\n"
	rightOrder   = "deq(first)\nend(first)\ndeq(second)\nend(second)\ndeq(early)\nend(early)\ndeq(late)\n"
)

// withRecorder is a folder of libraries that do nothing, a recorder among them.
func withRecorder(t *testing.T, b *built) string {
	t.Helper()
	dir := t.TempDir()
	data, err := os.ReadFile(filepath.Join(b.lib, system.HooksLibrary))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{system.HooksLibrary, system.RecorderLibrary} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestForbiddenOrder: a failure whose order the rules forbid proves nothing, whatever
// crashed; it is counted as ours, and what we need to find the fault is kept.
func TestForbiddenOrder(t *testing.T) {
	b := programs(t)
	lib := withRecorder(t, b)
	f := viewer()
	s, err := Derive(f.res, f, viewerRace(f, "abc"), DeriveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	failing := *s
	failing.Race.Kind, failing.Failure, failing.Goal = failureKind, "heap-use-after-free in app::Viewer::openFile::{lambda}::operator()", Goal{}
	for _, c := range []struct {
		name, log string
		want      Status
		rule      string
	}{
		{"as the loop makes it", rightOrder, Confirmed, ""},
		{"a held timer is passed", forgedTimers, OurFault, "against RT"},
		{"a held event is passed", forgedPosts, OurFault, "against R15"},
		{"nothing was recorded", "", Confirmed, ""},
	} {
		for kind, s := range map[string]*Schedule{"race": s, "failure": &failing} {
			t.Run(c.name+", "+kind, func(t *testing.T) {
				log := filepath.Join(t.TempDir(), "log")
				if err := os.WriteFile(log, []byte(forgedStart+c.log), 0o600); err != nil {
					t.Fatal(err)
				}
				kept := t.TempDir()
				o, err := Run(t.Context(), s, []string{b.clang, "logged", log}, RunOptions{Env: os.Environ(), Lib: lib, Scratch: t.TempDir(), Faults: kept})
				if err != nil {
					t.Fatal(err)
				}
				got := findingOf(s, o)
				if got.Status != c.want || !strings.Contains(got.Reason, c.rule) || o.Legal() != (c.rule == "") {
					t.Errorf("%v: %s; want %v", got.Status, got.Reason, c.want)
				}
				files, _ := os.ReadDir(kept)
				if c.rule == "" && len(files) > 0 || c.rule != "" && (len(files) != 2 || !strings.Contains(o.FaultAdvice(), o.FaultFile)) {
					t.Errorf("kept %v; %s", files, o.FaultAdvice())
				}
			})
		}
	}
}

// TestConfirmCountsOurFaults: beside runs that show the race they are a line of their own,
// and prove nothing alone.
func TestConfirmCountsOurFaults(t *testing.T) {
	b := programs(t)
	lib, log := withRecorder(t, b), filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(log, []byte(forgedStart+forgedTimers), 0o600); err != nil {
		t.Fatal(err)
	}
	f := viewer()
	verdicts, err := confirm(t.Context(), f.group([]Prediction{viewerRace(f, "abc")}), []string{b.clang, "logged", log},
		Options{Runs: 2, Dir: t.TempDir(), RunOptions: RunOptions{Env: os.Environ(), Lib: lib, Scratch: t.TempDir()}})
	if err != nil || verdicts[0].Proven != 0 || verdicts[0].Schedule != "" || verdicts[0].Counts[OurFault] != 2 {
		t.Errorf("%v, %+v", err, verdicts)
	}
	if line := verdicts[0].String(); !strings.HasPrefix(line, "fault of sparseracer, 2 of 2 runs: a fault of sparseracer, not of the program") {
		t.Error(line)
	}
}

// TestLogsAreOfSteeredRuns: a run that nothing steers leaves none.
func TestLogsAreOfSteeredRuns(t *testing.T) {
	lib := t.TempDir()
	if keepsLog(toRun(), RunOptions{Lib: lib}) {
		t.Error("a log without a recorder")
	}
	if err := os.WriteFile(filepath.Join(lib, system.RecorderLibrary), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if !keepsLog(toRun(), RunOptions{Lib: lib}) || keepsLog(Unsteered(nil), RunOptions{Lib: lib}) || keepsLog(toRun(), RunOptions{Lib: lib, Record: "x"}) {
		t.Error("the log of a steered run, and of no other")
	}
}
