package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/builds"
)

// instrumented builds a program of samples with our compiler.
func instrumented(t *testing.T, source string, flags ...string) string {
	t.Helper()
	args := append([]string{"-std=c++17", "-g", "-O1", "-fPIC", "-pthread", "-o", "{out}", "../../samples/" + source + ".cpp"}, flags...)
	return builds.Program(t, filepath.Base(source), built(t, "bin/sparse-c++"), append(args, pkgConfig(t, "Qt5Widgets")...)...)
}

// TestExplore: the order in which the program fails is among those that are tried,
// its schedule repeats it, and the fixed program does the same in all of them.
func TestExplore(t *testing.T) {
	t.Parallel()
	tool, dir := built(t, "bin/sparseracer"), t.TempDir()
	exe, mended := instrumented(t, "orders/rows"), instrumented(t, "orders/rows", "-DMENDED")
	out, stderr, code := command(t, "", tool, "explore", "-j", "2", "-o", dir, "--", exe)
	if code != exitRaces || !strings.Contains(out, `is   "failed: the end came before the last row"`) || !strings.Contains(out, `posted by thread "end"`) {
		t.Fatalf("code %d\n%s%s", code, out, stderr)
	}
	schedules, err := filepath.Glob(filepath.Join(dir, "run-*.schedule.json"))
	if err != nil || len(schedules) == 0 {
		t.Fatalf("no schedule: %v", err)
	}
	if out, stderr, code := command(t, "", tool, "replay", schedules[0], "--runs", "3", "--", exe); code != exitRaces || !strings.Contains(out, "of 3: confirmed") {
		t.Errorf("replay: code %d\n%s%s", code, out, stderr)
	}
	// There is nothing left to do: the same command only reports.
	if again, _, code := command(t, "", tool, "explore", "-j", "2", "-o", dir, "--", exe); code != exitRaces || again != out {
		t.Errorf("once more: code %d\n%s\nfirst:\n%s", code, again, out)
	}
	out, stderr, code = command(t, "", tool, "explore", "--json", "-j", "2", "--bound", "2", "-o", filepath.Join(dir, "mended"), "--", mended)
	var found struct {
		Counts struct{ Runs, Equal, Different, Pending int }
	}
	if err := json.Unmarshal([]byte(out), &found); err != nil {
		t.Fatalf("%v\n%s%s", err, out, stderr)
	}
	if c := found.Counts; code != exitClean || c.Runs < 3 || c.Equal == 0 || c.Different != 0 || c.Pending != 0 {
		t.Errorf("mended: code %d, %+v\n%s", code, c, stderr)
	}
}

// TestExploreWindows: a difference in what a window shows, with a picture of it, and one
// that comes of an event that another one removes.
func TestExploreWindows(t *testing.T) {
	t.Parallel()
	tool, dir := built(t, "bin/sparseracer"), t.TempDir()
	for _, c := range []struct{ name, was, is string }{
		{"search", `"results of query 2"`, `"results of query 1"`},
		{"draft", "nothing", `"unfinished"`},
	} {
		out, stderr, code := command(t, "", tool, "explore", "-o", filepath.Join(dir, c.name), "--", instrumented(t, "explored/"+c.name))
		if code != exitRaces || !strings.Contains(out, "was  "+c.was) || !strings.Contains(out, "is   "+c.is) {
			t.Errorf("%s: code %d\n%s%s", c.name, code, out, stderr)
		}
		pictures, err := filepath.Glob(filepath.Join(dir, c.name, "runs", "*", "*.png"))
		if err != nil || len(pictures) < 2 {
			t.Errorf("%s: %d pictures, %v", c.name, len(pictures), err)
		}
	}
}

// TestExploreRegistration: a handler that is connected too late is lost, and one that the
// end of the program only came before does no harm.
func TestExploreRegistration(t *testing.T) {
	t.Parallel()
	tool, dir := built(t, "bin/sparseracer"), t.TempDir()
	const handler = "handler QWidget:shop/QPushButton:buy clicked(bool)"
	for name, c := range map[string]struct {
		flag, class, why string
		code             int
	}{
		"lost": {"-UMENDED", "different", "", exitRaces},
		"late": {"-DMENDED", "harmless", "late registration", exitClean},
	} {
		out, stderr, code := command(t, "", tool, "explore", "--json", "-o", filepath.Join(dir, name), "--", instrumented(t, "explored/registration", c.flag))
		var found struct {
			Runs []struct {
				Class, Reason string
				Differences   []struct{ What, Was, Is string }
			}
		}
		if err := json.Unmarshal([]byte(out), &found); err != nil || code != c.code || len(found.Runs) != 1 {
			t.Fatalf("%s: code %d, %v\n%s%s", name, code, err, out, stderr)
		}
		r := found.Runs[0]
		if r.Class != c.class || !strings.HasPrefix(r.Reason, c.why) || len(r.Differences) != 1 || r.Differences[0].What != handler || r.Differences[0].Was != "1" || r.Differences[0].Is != "" {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// TestExploreSession: what the person did is played in every run, and later where that
// turns an order round.
func TestExploreSession(t *testing.T) {
	t.Parallel()
	tool, exe, dir := built(t, "bin/sparseracer"), instrumented(t, "explored/show"), t.TempDir()
	path := filepath.Join(dir, "t.srt")
	if _, stderr, code := command(t, "", "timeout", "60", "env", "LD_PRELOAD="+player(t, "5"), "SESSION_SCRIPT=../../samples/explored/show.session",
		tool, "record", "-o", path, "--", exe); code != 0 {
		t.Fatalf("record: code %d\n%s", code, stderr)
	}
	out, stderr, code := command(t, "", tool, "explore", "--session", path, "-o", filepath.Join(dir, "runs"), "--", exe)
	for _, want := range []string{`was  "data 1"`, `is   "data 2"`, "first  posted event MetaCall of QApplication, posted by thread \"data\"", "then   Mouse to QWidgetWindow"} {
		if code != exitRaces || !strings.Contains(out, want) {
			t.Errorf("code %d, expected %s\n%s%s", code, want, out, stderr)
		}
	}
	// A copy of the recording that was cut off is taken for what it still has, and that is reported. (Its
	// runs may lack the end, so they get little time.)
	// (The copy has its blocks in the order of its operations, which the recorder's file need not have: only
	// what comes last is cut off.)
	torn := filepath.Join(dir, "torn.srt")
	if _, stderr, code := command(t, "", tool, "convert", path, torn); code != exitClean {
		t.Fatalf("convert: code %d\n%s", code, stderr)
	}
	data, err := os.ReadFile(torn)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(torn, data[:len(data)*99/100], 0o644); err != nil {
		t.Fatal(err)
	}
	if out, stderr, code := command(t, "", tool, "explore", "--time", "2s", "--session", torn, "-o", filepath.Join(dir, "torn"), "--", exe); code == exitError || !strings.Contains(stderr, "warning: "+torn+": offset ") || !strings.Contains(stderr, "the file ends inside a block") {
		t.Errorf("torn: code %d\n%s%s", code, out, stderr)
	}
	for want, args := range map[string][]string{
		"one of them plays the person": {"--session", path, "--driver", "true", "-o", filepath.Join(dir, "runs")},
		"choose another folder":        {"-o", filepath.Join(dir, "runs")},
	} {
		if _, stderr, code := command(t, "", tool, append(append([]string{"explore"}, args...), "--", exe)...); code != exitError || !strings.Contains(stderr, want) {
			t.Errorf("%q: code %d\n%s", args, code, stderr)
		}
	}
}

// TestExploreRefuses: what cannot be explored, and another program's folder.
func TestExploreRefuses(t *testing.T) {
	t.Parallel()
	tool, dir := built(t, "bin/sparseracer"), t.TempDir()
	for want, args := range map[string][]string{
		"expected at least 1": {"--bound", "0", "--", "true"},
		"no event was seen":   {"--", "true"},
		"expected a folder":   {"--home", "/nowhere", "--", "true"},
	} {
		if out, stderr, code := command(t, "", tool, append([]string{"explore", "-o", dir}, args...)...); code != exitError || !strings.Contains(stderr, want) {
			t.Errorf("%q: code %d, %s%s", args, code, out, stderr)
		}
	}
}
