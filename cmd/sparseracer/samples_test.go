package main

import (
	"cmp"
	"debug/elf"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sparseracer/internal/install"
)

// sampleBuilds are the samples compiled for recording and for confirming.
type sampleBuilds struct {
	recorded, asan string   // folders
	folder         string   // below samples, where the sources are
	env            []string // what the programs need beside the test's own environment
	library        string   // whose loop they run, with its version: "Qt 5.15.8"
}

func buildSamples(t *testing.T, qt string) sampleBuilds {
	t.Helper()
	if _, err := exec.LookPath("cmake"); err != nil {
		missing(t, "cmake is not installed")
	}
	if _, err := exec.LookPath("clang++-19"); err != nil {
		missing(t, "clang 19 is not installed")
	}
	if install.FindLibrary("libQt"+qt+"Core.so."+qt) == "" {
		missing(t, "Qt "+qt+" is not installed")
	}
	b := buildFolder(t, built(t, "samples"), "-DQT_MAJOR="+qt, "-DALL_PAIRS="+strconv.FormatBool(os.Getenv("SAMPLES") == "all"))
	b.library = "Qt " + libraryVersion(t, "Qt"+qt+"Core")
	return b
}

// libraryVersion is the version of a library that is installed for development.
func libraryVersion(t *testing.T, module string) string {
	t.Helper()
	out, err := exec.Command("pkg-config", "--modversion", module).Output()
	if err != nil {
		missing(t, "pkg-config does not know "+module)
	}
	return strings.TrimSpace(string(out))
}

// buildFolder compiles the samples of a folder both ways; with ONE_BUILD=all one build is both.
func buildFolder(t *testing.T, source string, options ...string) sampleBuilds {
	t.Helper()
	const asan = "-fsanitize=address -fno-optimize-sibling-calls"
	ours := func(flags string) string {
		return cmakeBuild(t, source, built(t, "bin/sparse-cc"), built(t, "bin/sparse-c++"), flags, options)
	}
	if os.Getenv("ONE_BUILD") == "all" {
		one := ours(asan)
		return sampleBuilds{recorded: one, asan: one}
	}
	return sampleBuilds{recorded: ours(""), asan: cmakeBuild(t, source, "clang-19", "clang++-19", asan, options)}
}

// expectation is a sample's .expect file: the races that analyze must report.
// verdict: what confirm says of it, "" = confirmed. paper: how many the paper's
// rules alone report for a twin, "" = not asked; without: the rule that keeps it
// silent.
// report: what the sanitizer says then. bycall: how many a twin has that only a call
// brings about, "" = none. id: the race's, on each version of a library.
// tasks: the recording is converted so that tasks are handlers. replay: what a replay on a twin says.
// screen: it is drawn by OpenGL, on an X server.
type expectation struct {
	races, use, free, verdict, report, paper, without, bycall, id, replay string
	tasks, screen                                                         bool
}

func (b sampleBuilds) expectation(t *testing.T, name string) (e expectation) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../samples", b.folder, name+".expect"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(data), "\n") {
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "races":
			e.races = rest
		case "use":
			e.use = rest
		case "free":
			e.free = rest
		case "verdict":
			e.verdict = rest
		case "report":
			e.report = rest
		case "paper":
			e.paper = rest
		case "without":
			e.without = rest
		case "bycall":
			e.bycall = rest
		case "id":
			e.id = rest
		case "replay":
			e.replay = rest
		case "tasks":
			e.tasks = true
		case "screen":
			e.screen = true
		}
	}
	return e
}

// analyzed is what the test looks at of `analyze --json`.
type analyzed struct {
	Trace    struct{ Complete bool }
	Warnings []string
	Races    []struct {
		ID, Kind, Verdict string
		By                string
		Use, Free         struct{ Stack []struct{ Function string } }
	}
}

// TestSamples takes every pair the whole way: built twice, recorded, analyzed,
// confirmed, replayed; the twin stays silent in all of it. On both Qts: those of samples/CMakeLists.txt,
// and with SAMPLES=all every pair on both.
func TestSamples(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	races, err := filepath.Glob("../../samples/*_race.cpp")
	if err != nil || len(races) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	// Those with a session first: they wait the longest.
	slices.SortStableFunc(races, func(a, b string) int { return cmp.Compare(sessions(b), sessions(a)) })
	for _, qt := range []string{"5", "6"} {
		t.Run("qt"+qt, func(t *testing.T) {
			t.Parallel()
			b := buildSamples(t, qt)
			for _, source := range races {
				name := strings.TrimSuffix(filepath.Base(source), "_race.cpp")
				if _, err := os.Stat(filepath.Join(b.recorded, name+"_race")); qt == "6" && err != nil {
					continue // on Qt 5 only, see samples/CMakeLists.txt
				}
				t.Run(name, func(t *testing.T) {
					t.Parallel() // they mostly wait for their timers
					pairHolds(t, tool, b, name, qt)
				})
			}
		})
	}
}

// pairHolds takes a pair the whole way, as two tests: tools/suites/table counts both.
func pairHolds(t *testing.T, tool string, b sampleBuilds, name, qt string) {
	dir, schedule := t.TempDir(), ""
	t.Run("race", func(t *testing.T) { schedule = raceIsProved(t, tool, b, name+"_race", qt, dir) })
	t.Run("twin", func(t *testing.T) { twinIsSilent(t, tool, b, name+"_norace", schedule) })
}

// sessions is how many sessions are played to a sample: 1 or 0.
func sessions(source string) int {
	found, _ := filepath.Glob(strings.TrimSuffix(source, ".cpp") + ".session")
	return len(found)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// record records a sample's own session, or the one that is played to it, and
// returns the trace.
func record(t *testing.T, tool, program string, args ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "t.srt")
	argv := append([]string{tool, "record", "-o", path, "--", program}, args...)
	if session := sessionOf(t, program); session != nil {
		// Not exported to this process: a shell between would take the player for its own.
		argv = append(append([]string{"env"}, session...), argv...)
	}
	if _, stderr, code := command(t, "", argv[0], argv[1:]...); code != 0 {
		t.Fatalf("record ended with %d:\n%s", code, stderr)
	}
	return path
}

// recordPlayed does so where the tool is a script, whose shell must not take the player for its own.
func recordPlayed(t *testing.T, tool, program string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "t.srt")
	script, _ := strings.CutPrefix(sessionOf(t, program)[1], "SESSION_SCRIPT=")
	if _, stderr, code := command(t, "", tool, "record", "--play", script, "-o", path, "--", program); code != 0 {
		t.Fatalf("record ended with %d:\n%s", code, stderr)
	}
	return path
}

// recordAs records what the expectation is of: the trace itself, which predicts nothing of tasks,
// or that with its tasks as handlers.
func recordAs(t *testing.T, tool, program string, want expectation) string {
	t.Helper()
	path := ""
	if want.screen {
		path = recordPlayed(t, tool, program)
	} else {
		path = record(t, tool, program)
	}
	if !want.tasks {
		return path
	}
	if a, code := analyzeJSON(t, tool, path); code != exitClean {
		t.Errorf("%s: analyze of the recording itself ended with %d: %+v", program, code, a)
	}
	out := filepath.Join(filepath.Dir(path), "tasks.srt")
	if _, stderr, code := command(t, "", tool, "convert", "--tasks", path, out); code != exitClean {
		t.Fatalf("convert --tasks ended with %d:\n%s", code, stderr)
	}
	return out
}

// sessionOf are the variables that have a sample's session played, nil without one.
func sessionOf(t *testing.T, program string) []string {
	t.Helper()
	for _, folder := range []string{"", "quick"} {
		script, err := filepath.Abs(filepath.Join("../../samples", folder, filepath.Base(program)+".session"))
		if err == nil && exists(script) {
			return []string{"LD_PRELOAD=" + player(t, qtOf(t, program)), "SESSION_SCRIPT=" + script}
		}
	}
	return nil
}

// qtOf is the major version of the Qt that a program is linked with.
func qtOf(t *testing.T, program string) string {
	t.Helper()
	f, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	libraries, _ := f.ImportedLibraries()
	if slices.ContainsFunc(libraries, func(l string) bool { return strings.HasPrefix(l, "libQt6") }) {
		return "6"
	}
	return "5"
}

func analyzeJSON(t *testing.T, tool, path string, flags ...string) (a analyzed, code int) {
	t.Helper()
	stdout, stderr, code := command(t, "", tool, append([]string{"analyze", "--json", path}, flags...)...)
	if err := json.Unmarshal([]byte(stdout), &a); err != nil {
		t.Fatalf("analyze ended with %d: %v\n%s%s", code, err, stdout, stderr)
	}
	return a, code
}

// raceIsProved leaves the race's schedule in a folder.
func raceIsProved(t *testing.T, tool string, b sampleBuilds, name, qt, dir string) (schedule string) {
	t.Helper()
	want := b.expectation(t, name)
	path := recordAs(t, tool, filepath.Join(b.recorded, name), want)
	a, code := analyzeJSON(t, tool, path)
	if code != exitRaces || len(a.Races) != 1 || !a.Trace.Complete {
		t.Fatalf("analyze ended with %d: %+v", code, a)
	}
	r := a.Races[0]
	if r.Kind != "use-free" || r.Verdict != "predicted" ||
		!hasFunction(r.Use.Stack, want.use) || !hasFunction(r.Free.Stack, want.free) {
		t.Errorf("predicted %+v, expected use in %s, free in %s", r, want.use, want.free)
	}
	t.Logf("race %s with %s", r.ID, b.library)
	if r.ID != want.id {
		t.Errorf("with %s the race's id is %s, expected %s as with any other", b.library, r.ID, want.id)
	}
	everyFormat(t, tool, path, r.ID, qt)
	stdout, stderr, code := command(t, "", tool, "confirm", "-o", dir, "--runs", "3", path, "--", filepath.Join(b.asan, name))
	verdict, report := "confirmed", cmp.Or(want.report, "heap-use-after-free")
	if want.verdict != "" {
		verdict, report = want.verdict, cmp.Or(want.report, "attempting free on address which was not malloc()-ed")
	}
	if code != exitRaces || !strings.Contains(stdout, verdict+", 3 of 3 runs") ||
		!strings.Contains(stdout, report) || !strings.Contains(stdout, want.use) {
		t.Fatalf("confirm ended with %d:\n%s%s", code, stdout, stderr)
	}
	if a, _ := analyzeJSON(t, tool, path, "--confirmed", dir); len(a.Races) != 1 || a.Races[0].Verdict != "confirmed" {
		t.Errorf("analyze --confirmed: %+v", a.Races)
	}
	schedule = filepath.Join(dir, "race-"+r.ID+".schedule.json")
	if name == "viewer_race" && qt == "5" {
		interruptKeeps(t, tool, path, r.ID, filepath.Join(b.asan, name))
		leavesNothing(t, tool, path, filepath.Join(b.asan, "viewer_norace"))
	}
	stdout, stderr, code = command(t, "", tool, "replay", "--runs", "3", schedule, "--", filepath.Join(b.asan, name))
	if code != exitRaces || !strings.Contains(stdout, "3 of 3: "+verdict) {
		t.Errorf("replay ended with %d:\n%s%s", code, stdout, stderr)
	}
	return schedule
}

// leavesNothing: a program that is not proved wrong leaves no file behind where
// nobody named a folder.
func leavesNothing(t *testing.T, tool, path, program string) {
	t.Helper()
	dir := t.TempDir()
	stdout, stderr, code := command(t, dir, tool, "confirm", path, "--", program)
	if !strings.Contains(stdout, "was freed, and not used after that") {
		t.Errorf("why nothing crashed is not told:\n%s", stdout)
	}
	if left, _ := os.ReadDir(dir); code != exitClean || len(left) > 0 || strings.Contains(stdout, "--confirmed") {
		t.Errorf("confirm of the mended program ended with %d, left %v:\n%s%s", code, left, stdout, stderr)
	}
}

func hasFunction(stack []struct{ Function string }, name string) bool {
	for _, f := range stack {
		if f.Function == name || strings.HasPrefix(f.Function, name+"(") { // a C function has no brackets
			return true
		}
	}
	return false
}

func twinIsSilent(t *testing.T, tool string, b sampleBuilds, name, schedule string) {
	t.Helper()
	want := b.expectation(t, name)
	path := recordAs(t, tool, filepath.Join(b.recorded, name), want)
	a, code := analyzeJSON(t, tool, path)
	calls := 0
	for _, r := range a.Races {
		if r.By == "call" {
			calls++
		}
	}
	if calls != len(a.Races) || strconv.Itoa(calls) != cmp.Or(want.bycall, "0") || (code == exitClean) != (calls == 0) {
		t.Errorf("%s: analyze ended with %d: %+v", name, code, a)
	}
	mended, runs := cmp.Or(want.replay, "0 of 3: fixed"), "3"
	if want.paper != "" {
		mended, runs = "0 of 1", "1" // it has not the event that the schedule waits for
		if a, _ := analyzeJSON(t, tool, path, "--rules", "paper"); strconv.Itoa(len(a.Races)) != want.paper {
			t.Errorf("%s: the paper's rules report %d races, expected %s", name, len(a.Races), want.paper)
		}
	}
	if want.without != "" {
		if a, _ := analyzeJSON(t, tool, path, "--rules", "auto,-"+want.without); len(a.Races) == 0 {
			t.Errorf("%s: silent without %s, too", name, want.without)
		}
	}
	survives(t, filepath.Join(b.asan, name), path, b.env)
	stdout, stderr, code := command(t, "", tool, "confirm", path, "--", filepath.Join(b.asan, name))
	if calls == 0 && (code != exitClean || !strings.Contains(stdout, "nothing to confirm")) {
		t.Errorf("%s: confirm ended with %d:\n%s%s", name, code, stdout, stderr)
	}
	if schedule == "" {
		return // the race's own test says why
	}
	stdout, stderr, code = command(t, "", tool, "replay", "--runs", runs, schedule, "--", filepath.Join(b.asan, name))
	if code != exitClean || !strings.Contains(stdout, mended) {
		t.Errorf("%s: replay of the race's schedule ended with %d:\n%s%s", name, code, stdout, stderr)
	}
}

// TestRecordedProgramsOwnStatus: exit codes, signals and a program without any
// event loop.
func TestRecordedProgramsOwnStatus(t *testing.T) {
	tool := built(t, "bin/sparseracer")
	built(t, "lib/libsparserec.so")
	for _, c := range []struct {
		script string
		code   int
	}{{"exit 0", 0}, {"exit 7", 7}, {"kill -TERM $$", 143}, {"kill -KILL $$", 137}} {
		path := filepath.Join(t.TempDir(), "t.srt")
		_, stderr, code := command(t, "", tool, "record", "-o", path, "--", "/bin/sh", "-c", c.script)
		if code != c.code || !strings.Contains(stderr, "no event loop was seen") {
			t.Errorf("%s: ended with %d, expected %d; said %q", c.script, code, c.code, stderr)
		}
	}
	_, stderr, code := command(t, "", tool, "record", "--", "./nowhere")
	if code != exitError || stderr != "sparseracer: ./nowhere: no such file or directory; is it built? The program and its arguments come after --\n" {
		t.Errorf("a program that does not exist: ended with %d, said %q", code, stderr)
	}
	_, stderr, code = command(t, "", tool, "replay", "samples_test.go", "--", "/bin/true")
	if code != exitError || !strings.HasPrefix(stderr, "sparseracer: samples_test.go:1: ") {
		t.Errorf("a file that is no schedule: ended with %d, said %q", code, stderr)
	}
	dir := t.TempDir()
	if _, stderr, code := command(t, dir, tool, "record", "--", "/bin/true"); code != 0 {
		t.Errorf("record ended with %d: %s", code, stderr)
	}
	if found, _ := filepath.Glob(filepath.Join(dir, "true.*.srt")); len(found) != 1 {
		t.Errorf("the default name PROG.PID.srt was not used: %v", found)
	}
}

// TestQtStatus: the installed Qt can be hooked in all places.
func TestQtStatus(t *testing.T) {
	tool := built(t, "bin/sparseracer")
	if install.FindLibrary("libQt5Core.so.5") == "" {
		missing(t, "Qt 5 is not installed")
	}
	stdout, stderr, code := command(t, "", tool, "qt", "status")
	if code != 0 || strings.Count(stdout, " in place") < 18 {
		t.Errorf("qt status ended with %d:\n%s%s", code, stdout, stderr)
	}
}

// TestInstalledWithBlanks: an installation whose path has blanks records.
func TestInstalledWithBlanks(t *testing.T) {
	bin := filepath.Dir(built(t, "bin/sparseracer"))
	moved := filepath.Join(t.TempDir(), "in st: all")
	for _, dir := range []string{"bin", "lib"} {
		if err := os.CopyFS(filepath.Join(moved, dir), os.DirFS(filepath.Join(filepath.Dir(bin), dir))); err != nil {
			t.Fatal(err)
		}
	}
	tool := filepath.Join(moved, "bin", "sparseracer")
	if err := os.Chmod(tool, 0o755); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "t.srt")
	if _, stderr, code := command(t, "", tool, "record", "-o", path, "--", "/bin/true"); code != 0 || strings.Contains(stderr, "ld.so") {
		t.Fatalf("record ended with %d:\n%s", code, stderr)
	}
	if stdout, _, code := command(t, "", tool, "info", path); code != 0 || !strings.Contains(stdout, "alloc") {
		t.Errorf("nothing was recorded:\n%s", stdout)
	}
}

// TestQtThatCannotBeHooked: recorded all the same, reported so, exit 2.
func TestQtThatCannotBeHooked(t *testing.T) {
	tool := built(t, "bin/sparseracer")
	dir := t.TempDir()
	for name, text := range map[string]string{
		"qt.c": "void f(void) {}\n", "m.c": "void f(void);\nint main(void) { f(); return 0; }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	qt := filepath.Join(dir, "libQt5Core.so.5")
	for _, args := range [][]string{
		{"-shared", "-fPIC", "-Wl,-soname,libQt5Core.so.5", "-o", qt, filepath.Join(dir, "qt.c")},
		{"-o", filepath.Join(dir, "m"), filepath.Join(dir, "m.c"), qt, "-Wl,-rpath," + dir},
	} {
		if out, err := exec.Command("cc", args...).CombinedOutput(); err != nil {
			t.Fatalf("cc: %v\n%s", err, out)
		}
	}
	path := filepath.Join(dir, "t.srt")
	_, stderr, code := command(t, "", tool, "record", "-o", path, "--", filepath.Join(dir, "m"))
	if code != exitError || !strings.Contains(stderr, qt+" could not be hooked") {
		t.Errorf("record ended with %d:\n%s", code, stderr)
	}
	if _, err := os.Stat(path); err != nil {
		t.Error("nothing was recorded")
	}
}
