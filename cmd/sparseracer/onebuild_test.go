package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sparseracer/internal/builds"
)

// TestOneBuild: a build by sparse-c++ -fsanitize=address is recorded, and the same build is
// steered; it goes the way of the samples, by the same ids.
func TestOneBuild(t *testing.T) {
	t.Parallel()
	tool, compiler := built(t, "bin/sparseracer"), built(t, "bin/sparse-c++")
	for _, c := range []struct{ pair, level string }{{"pointer", "-O0"}, {"search", "-O2"}, {"answer", "-O1"}} {
		t.Run(c.pair, func(t *testing.T) {
			t.Parallel()
			source, _ := filepath.Abs("../../samples/" + c.pair + "_race.cpp")
			var commands [][]string
			for twin, define := range map[string]string{"_race": "-DRACY", "_norace": "-DMENDED"} {
				commands = append(commands, append([]string{compiler, "-std=c++17", "-fPIC", "-g", c.level, "-fno-omit-frame-pointer", "-fsanitize=address",
					define, "-o", "{dir}/" + c.pair + twin, source}, pkgConfig(t, "Qt5Widgets")...))
			}
			if commands[0][7] != "-DRACY" {
				commands[0], commands[1] = commands[1], commands[0] // their words name the folder
			}
			dir := builds.Commands(t, c.pair+"_race", commands...)
			b := sampleBuilds{recorded: dir, asan: dir, library: "Qt " + libraryVersion(t, "Qt5Core")}
			pairHolds(t, tool, b, c.pair, "5")
			t.Run("hunt", func(t *testing.T) { huntProves(t, tool, b, c.pair) })
		})
	}
}

// TestOneBuildRegions: AddressSanitizer's heaps do not take each other's place in the recorder's
// filter; and where nothing is recorded, an access is looked at once and then passes.
func TestOneBuildRegions(t *testing.T) {
	t.Parallel()
	tool, compiler, dir := built(t, "bin/sparseracer"), built(t, "bin/sparse-c++"), t.TempDir()
	for _, c := range []struct {
		name  string
		flags []string
	}{{"one", []string{"-fsanitize=address", "-DSPARSE_FAR"}}, {"recorded", nil}} {
		exe, trace := filepath.Join(dir, c.name), filepath.Join(dir, c.name+".srt")
		args := append([]string{"-O2", "-g", "-I", "../../tracelib/include", "-o", exe, "testdata/regions.cpp"}, c.flags...)
		if out, err := exec.Command(compiler, args...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		// Without mixing, one table's cell is found for all six regions: the last one of them keeps it.
		// A few cells may be another's: the system chooses where the stack and the globals are.
		want, known := map[string]int{"one": 3072, "recorded": 512}[c.name], 0
		out, stderr, code := command(t, dir, exe)
		if _, err := fmt.Sscanf(out, "%d of 3072\n", &known); err != nil || code != exitClean || known > want || known < want-128 {
			t.Errorf("%s: unrecorded it ended with %d, printed %q, expected %d or a few less\n%s", c.name, code, out, want, stderr)
		}
		if _, stderr, code := command(t, dir, tool, "record", "-o", trace, "--", exe); code != exitClean {
			t.Fatalf("record ended with %d:\n%s", code, stderr)
		}
		out, _, _ = command(t, dir, tool, "info", "--json", trace)
		var info struct{ Operations int }
		if err := json.Unmarshal([]byte(out), &info); err != nil {
			t.Fatal(err)
		}
		if most := map[string]int{"one": 10_000, "recorded": 700_000}[c.name]; info.Operations > most {
			t.Errorf("%s: %d operations, at most %d expected", c.name, info.Operations, most)
		}
	}
}

// huntProves: one command proves the race, goes on where it was, and proves nothing in the twin.
func huntProves(t *testing.T, tool string, b sampleBuilds, pair string) {
	t.Helper()
	dir := t.TempDir()
	hunt := func(name string, more ...string) (stdout, stderr string, code int) {
		args := append([]string{"hunt", "-o", filepath.Join(dir, name)}, more...)
		if session := "../../samples/" + pair + "_race.session"; exists(session) {
			path, _ := filepath.Abs(session)
			args = append(args, "--play", path)
		}
		return command(t, "", tool, append(args, "--", filepath.Join(b.asan, name))...)
	}
	id := b.expectation(t, pair+"_race").id
	stdout, stderr, code := hunt(pair+"_race", "--time", "1ns")
	if code != exitClean || !strings.Contains(stdout, "not tried: 1\n  "+id) {
		t.Errorf("without time it ended with %d:\n%s%s", code, stdout, stderr)
	}
	for _, says := range []string{"schedule: ", "is there"} {
		stdout, stderr, code = hunt(pair + "_race")
		next := strings.Index(stdout, "next: ") // what repeats the race, and what explains it
		if next < 0 || strings.Count(stdout[next:], "\n") != 2 || !strings.HasSuffix(stdout, ".srt "+id+"\n") || strings.Contains(stderr, "next: ") {
			t.Errorf("what is next is not said once, at the end:\n%s%s", stdout, stderr)
		}
		if code != exitRaces || !strings.Contains(stdout, "\nproven: 1\n  "+id) || strings.Contains(stdout, "not tried") || !strings.Contains(stdout+stderr, says) {
			t.Errorf("it ended with %d, %q expected:\n%s%s", code, says, stdout, stderr)
		}
	}
	if strings.Contains(stdout, "AddressSanitizer") {
		t.Errorf("what was proven is tried again:\n%s", stdout)
	}
	if stdout, stderr, code = hunt(pair+"_race", "--time", "1ns"); code != exitRaces || !strings.Contains(stdout, "\nproven: 1\n  "+id) || !strings.Contains(stdout, "there was no time to look at") {
		t.Errorf("again without time it ended with %d:\n%s%s", code, stdout, stderr)
	}
	if exists(filepath.Join(dir, pair+"_race", "0.srt")) {
		confirmsInSandbox(t, tool, filepath.Join(dir, pair+"_race"), filepath.Join(b.asan, pair+"_race"))
	}
	other := filepath.Join(b.asan, pair+"_norace")
	if stdout, stderr, code = command(t, "", tool, "hunt", "-o", filepath.Join(dir, pair+"_race"), "--", other); code != exitError || !strings.Contains(stderr, "not of") {
		t.Errorf("another program in the same folder: it ended with %d:\n%s%s", code, stdout, stderr)
	}
	trace := "recording.srt"
	if !exists(filepath.Join(dir, pair+"_race", trace)) {
		trace = "0.srt" // of what it does by itself
	}
	if err := os.Chtimes(filepath.Join(dir, pair+"_race", trace), time.Time{}, time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	if stdout, stderr, code = hunt(pair + "_race"); !strings.Contains(stderr, "was built after that") {
		t.Errorf("a program that is newer than its recording: it ended with %d:\n%s%s", code, stdout, stderr)
	}
	if stdout, stderr, code = hunt(pair + "_norace"); code != exitClean || strings.Contains(stdout, "proven: ") || !strings.HasPrefix(stdout, "no races") {
		t.Errorf("the twin: it ended with %d:\n%s%s", code, stdout, stderr)
	}
}

// confirmsInSandbox: confirm proves it where hunt did, leaves its schedule there, and names the
// command that repeats it there.
func confirmsInSandbox(t *testing.T, tool, box, exe string) {
	t.Helper()
	out, stderr, code := command(t, "", tool, "confirm", "--sandbox", box, filepath.Join(box, "0.srt"), "--", exe)
	_, next, _ := strings.Cut(out, "\nnext: sparseracer ")
	if want := "--sandbox " + box + " -- " + exe; code != exitRaces || !strings.Contains(next, want) {
		t.Fatalf("it ended with %d; %q expected:\n%s%s", code, want, out, stderr)
	}
	line, _, _ := strings.Cut(next, "\n")
	if out, stderr, code = command(t, "", tool, strings.Fields(line)...); code != exitRaces || !strings.Contains(out, "1 of 1: confirmed") {
		t.Errorf("%s ended with %d:\n%s%s", line, code, out, stderr)
	}
}

// TestHuntRefuses: what could be recorded, and not be proven, is refused before anything runs.
func TestHuntRefuses(t *testing.T) {
	t.Parallel()
	tool, dir := built(t, "bin/sparseracer"), t.TempDir()
	source := filepath.Join(dir, "main.c")
	if err := os.WriteFile(source, []byte("int g; int main(int n, char **v) { (void)v; g += n; return 7; }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	program := builds.Program(t, "plain", built(t, "bin/sparse-cc"), "-g", "-o", "{out}", source)
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"--", program}, "was built without AddressSanitizer"},
		{[]string{"--time", "-1s", "--", program}, "--time=-1s: expected 0 or more"},
		{[]string{"--", "./none"}, "./none: no such file"},
	} {
		stdout, stderr, code := command(t, dir, tool, append([]string{"hunt"}, c.args...)...)
		if code != exitError || !strings.Contains(strings.Join(strings.Fields(stderr), " "), c.says) || exists(filepath.Join(dir, "plain.hunt")) {
			t.Errorf("hunt %q ended with %d, %q expected:\n%s%s", c.args, code, c.says, stdout, stderr)
		}
	}
}

// TestOneBuildDoubleFree: the program's own mistake is reported as in a run without us.
func TestOneBuildDoubleFree(t *testing.T) {
	t.Parallel()
	source := filepath.Join(t.TempDir(), "main.c")
	if err := os.WriteFile(source, []byte("#include <stdlib.h>\nint main(void) { char *volatile p = malloc(7); free(p); free(p); return 0; }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	program := builds.Program(t, "twice", built(t, "bin/sparse-cc"), "-g", "-fsanitize=address", "-o", "{out}", source)
	_, stderr, _ := command(t, t.TempDir(), built(t, "bin/sparseracer"), "record", "-o", "t.srt", "--", program)
	if !strings.Contains(stderr, "attempting double-free") || strings.Contains(stderr, "malloc_usable_size") {
		t.Errorf("it said:\n%s", stderr)
	}
}

// TestOneBuildCopies: what AddressSanitizer's own strdup and realpath allocate is recorded, or the free of it would be one more of
// what lay there before.
func TestOneBuildCopies(t *testing.T) {
	t.Parallel()
	const text = `#define _GNU_SOURCE
#include <limits.h>
#include <stdlib.h>
#include <string.h>

const char *__asan_default_options(void) { return "quarantine_size_mb=0:thread_local_quarantine_size_kb=0"; }

static char *before(size_t n)
{
	char *volatile p = malloc(n);

	free(p);
	return p;
}

int main(void)
{
	int again = 0;

	for (int i = 0; i < 2; i++) {
		char *was[] = { before(5), before(3), before(PATH_MAX + 1) };
		char *is[] = { strdup("four"), strndup("twofold", 2), realpath("/", NULL) };

		for (int n = 0; n < 3; n++) {
			again += is[n] == was[n];
			free(is[n]);
		}
	}
	return again ? 0 : 3;
}
`
	source := filepath.Join(t.TempDir(), "main.c")
	must(t, os.WriteFile(source, []byte(text), 0o666))
	tool, dir := built(t, "bin/sparseracer"), t.TempDir()
	program := builds.Program(t, "copies", built(t, "bin/sparse-cc"), "-g", "-fsanitize=address", "-o", "{out}", source)
	if _, stderr, code := command(t, dir, tool, "record", "-o", "t.srt", "--", program); code != exitClean {
		t.Fatalf("it ended with %d, 3 if no address came again:\n%s", code, stderr)
	}
	if out, stderr, _ := command(t, dir, tool, "analyze", "t.srt"); !strings.Contains(out, "Looked at ") || strings.Contains(out, "double free") {
		t.Errorf("%s%s", out, stderr)
	}
}

// TestRecordOtherASan: what cannot be recorded whole is refused, or said.
func TestRecordOtherASan(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	source := filepath.Join(t.TempDir(), "main.c")
	if err := os.WriteFile(source, []byte("#include <stdlib.h>\nint main(void) { free(malloc(1)); return 0; }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, compiler, word, says string
		code                       int
	}{
		{"clang", "clang-19", "-shared-libasan", "was not built by sparse-cc or sparse-c++", exitError},
		{"linked in", built(t, "bin/sparse-cc"), "-static-libsan", "its allocations and frees are not recorded", exitClean},
	} {
		t.Run(c.name, func(t *testing.T) {
			program := builds.Program(t, "own", c.compiler, "-g", "-fsanitize=address", c.word, "-o", "{out}", source)
			stdout, stderr, code := command(t, t.TempDir(), tool, "record", "-o", "t.srt", "--", program)
			if code != c.code || !strings.Contains(strings.Join(strings.Fields(stderr), " "), c.says) {
				t.Errorf("%d\n%s%s", code, stdout, stderr)
			}
		})
	}
}

// TestOneBuildReturns: such a build reports the use of a variable whose function has returned where one by clang does, and only there.
func TestOneBuildReturns(t *testing.T) {
	t.Parallel()
	for _, level := range []string{"-O0", "-O1", "-O2"} {
		for name, flags := range map[string][]string{"hooks": nil, "assembly of its own": {"-DOWN_ASM"}} {
			reported := map[string]bool{}
			for _, compiler := range []string{"clang-19", built(t, "bin/sparse-cc")} {
				args := append([]string{"-fsanitize=address", level, "-g", "-o", "{out}", "testdata/returns.c"}, flags...)
				exe := builds.Program(t, "returns", compiler, args...)
				for option, want := range map[string]bool{"1": true, "0": false} {
					_, said, code := command(t, "", "env", "ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return="+option, exe)
					is := strings.Contains(said, "ERROR: AddressSanitizer: stack-use-after-return")
					if is != (code != 0) || is && !want {
						t.Errorf("%s %s, %s, detect_stack_use_after_return=%s: ended with %d\n%s", compiler, level, name, option, code, said)
					}
					reported[compiler] = reported[compiler] || is
				}
			}
			if ours, theirs := reported[built(t, "bin/sparse-cc")], reported["clang-19"]; ours != theirs || theirs != (flags == nil) {
				t.Errorf("%s, %s: reported by clang's build: %t, by ours: %t", level, name, theirs, ours)
			}
		}
	}
}
