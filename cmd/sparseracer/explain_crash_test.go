package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// crashAnswer is what tests look at of `explain-crash --json`.
type crashAnswer struct {
	Answer string
	Races  []struct {
		ID, Confidence string
		Score          int
	}
	None     []string
	Session  string
	Open     []struct{ What, Function string } `json:"open_loops"`
	Warnings []string
}

// explainCrash runs the verb and holds its JSON against the schema.
func explainCrash(t *testing.T, args ...string) (a crashAnswer, code int) {
	t.Helper()
	stdout, stderr, code := inProcess(t, append([]string{"explain-crash", "--json"}, args...)...)
	if err := json.Unmarshal([]byte(stdout), &a); err != nil {
		t.Fatalf("explain-crash %v ended with %d: %v\n%s%s", args, code, err, stdout, stderr)
	}
	fits(t, "explain-crash", []byte(stdout))
	return a, code
}

// recordedSamples records samples once each, without fault.
type recordedSamples struct {
	tool   string
	b      sampleBuilds
	traces map[string]string
}

func (r *recordedSamples) trace(t *testing.T, sample string) string {
	t.Helper()
	if r.traces[sample] == "" {
		r.traces[sample] = record(t, r.tool, filepath.Join(r.b.recorded, sample+"_race"))
	}
	return r.traces[sample]
}

// TestExplainCrash: from a harmless recording of a sample and a report of its crash, which
// testdata/crashes has as gdb, AddressSanitizer and others wrote it, to the right race; and
// from reports of other crashes of the same programs to none.
func TestExplainCrash(t *testing.T) {
	t.Parallel()
	r := &recordedSamples{tool: built(t, "bin/sparseracer"), b: buildSamples(t, "5"), traces: map[string]string{}}
	reports, err := filepath.Glob("testdata/crashes/*/*")
	if err != nil || len(reports) < 30 {
		t.Fatalf("%d reports: %v", len(reports), err)
	}
	for _, path := range reports {
		kind, sample := filepath.Base(filepath.Dir(path)), strings.Split(filepath.Base(path), ".")[0]
		trace, want := r.trace(t, sample), r.b.expectation(t, sample+"_race")
		a, code := explainCrash(t, path, trace)
		switch kind {
		case "own":
			if code != exitRaces || a.Answer != "explained" || len(a.Races) != 1 || a.Races[0].ID != want.id {
				t.Errorf("%s: ended with %d: %+v, expected race %s", path, code, a, want.id)
			}
		case "other":
			if code != exitClean || a.Answer != "none" || len(a.Races) != 0 || len(a.None) == 0 {
				t.Errorf("%s: ended with %d: %+v, expected none", path, code, a)
			}
		case "limit": // TestExplainCrashIsAHeuristic
		case "unanswered":
			if code != exitError || a.Answer != "unanswered" || len(a.Races) != 0 || len(a.None) != 1 {
				t.Errorf("%s: ended with %d: %+v, expected no answer", path, code, a)
			}
		}
	}
}

// TestExplainCrashIsAHeuristic: a null pointer at the line of a use looks like the race, for a
// backtrace has no address; what the kernel logs of the fault decides it.
func TestExplainCrashIsAHeuristic(t *testing.T) {
	t.Parallel()
	trace := record(t, built(t, "bin/sparseracer"), filepath.Join(buildSamples(t, "5").recorded, "viewer_race"))
	const report = "testdata/crashes/limit/viewer.null-at-use.gdb"
	if a, code := explainCrash(t, report, trace); code != exitRaces || a.Races[0].Confidence != "likely" {
		t.Errorf("ended with %d: %+v", code, a)
	}
	data, err := os.ReadFile(report)
	if err != nil {
		t.Fatal(err)
	}
	logged := filepath.Join(t.TempDir(), "logged")
	if err := os.WriteFile(logged, append([]byte("viewer_race[4711]: segfault at 8 ip 00007f3c1989e8b2 sp 00007ffde8cb2000 error 4 in libQt5Widgets.so.5\n"), data...), 0o644); err != nil {
		t.Fatal(err)
	}
	if a, code := explainCrash(t, logged, trace); code != exitClean || len(a.None) != 1 || !strings.Contains(a.None[0], "address 0x8: a null pointer") {
		t.Errorf("with the address it ended with %d: %+v", code, a)
	}
}

// TestExplainCrashConfirms: --confirm hands the best race over; its verdict is the exit code.
func TestExplainCrashConfirms(t *testing.T) {
	t.Parallel()
	tool, b := built(t, "bin/sparseracer"), buildSamples(t, "5")
	trace := record(t, tool, filepath.Join(b.recorded, "viewer_race"))
	report, err := filepath.Abs("testdata/crashes/own/viewer.gdb")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	stdout, stderr, code := command(t, dir, tool, "explain-crash", "--confirm", report, trace, "--", filepath.Join(b.asan, "viewer_race"))
	if code != exitRaces || !strings.Contains(stdout, "race ce0d11e36fef explains this crash: likely") || !strings.Contains(stdout, "race ce0d11e36fef: confirmed, 1 of 1 runs") {
		t.Errorf("ended with %d:\n%s%s", code, stdout, stderr)
	}
	if !exists(filepath.Join(dir, "race-ce0d11e36fef.schedule.json")) {
		t.Error("no schedule was left")
	}
	stdout, stderr, code = command(t, dir, tool, "explain-crash", "--confirm", report, trace, "--", filepath.Join(b.asan, "viewer_norace"))
	if code != exitClean || !strings.Contains(stdout, "explains this crash: likely") {
		t.Errorf("with the mended program it ended with %d:\n%s%s", code, stdout, stderr)
	}
	if _, stderr, code = command(t, dir, tool, "explain-crash", "--confirm", report, trace, "--", "/bin/true"); code != exitError || !strings.Contains(stderr, "not an AddressSanitizer build") {
		t.Errorf("with a program of another build it ended with %d:\n%s", code, stderr)
	}
	other, err := filepath.Abs("testdata/crashes/other/viewer.null.gdb")
	if err != nil {
		t.Fatal(err)
	}
	if stdout, stderr, code = command(t, dir, tool, "explain-crash", "--confirm", other, trace, "--", filepath.Join(b.asan, "viewer_race")); code != exitClean || strings.Contains(stdout, "runs") {
		t.Errorf("with another crash it ended with %d:\n%s%s", code, stdout, stderr)
	}
}

// TestExplainCrashOfPipes: a report by standard input is that of the file.
func TestExplainCrashOfPipes(t *testing.T) {
	t.Parallel()
	trace := "testdata/mistakes/files/race.txt"
	data, err := os.ReadFile("testdata/mistakes/files/crash.txt")
	if err != nil {
		t.Fatal(err)
	}
	tool := built(t, "bin/sparseracer")
	piped, stderr, code := command(t, "", "sh", "-c", "printf '%s' \"$1\" | \"$2\" explain-crash --json - \"$3\"", "sh", string(data), tool, trace)
	direct, _, _ := inProcess(t, "explain-crash", "--json", "testdata/mistakes/files/crash.txt", trace)
	if code != exitClean || piped != direct {
		t.Errorf("ended with %d:\n%s%s\nexpected\n%s", code, piped, stderr, direct)
	}
}
