package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sparseracer/internal/builds"
	"sparseracer/internal/install"
)

// TestLoopSamples takes the pairs on loops other than Qt's the whole way, as
// TestSamples does.
func TestLoopSamples(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ folder, library, name, module string }{
		{"uv", "libuv.so.1", "libuv", "libuv"}, {"glib", "libgio-2.0.so.0", "GLib", "glib-2.0"}, {"gtk", "libgtk-3.so.0", "GTK", "gtk+-3.0"},
	} {
		t.Run(c.folder, func(t *testing.T) {
			t.Parallel()
			for _, tool := range []string{"cmake", "clang-19"} {
				if _, err := exec.LookPath(tool); err != nil {
					missing(t, tool+" is not installed")
				}
			}
			if install.FindLibrary(c.library) == "" {
				missing(t, c.library+" is not installed")
			}
			tool := built(t, "bin/sparseracer")
			source := filepath.Join(built(t, "samples"), c.folder)
			races, err := filepath.Glob(filepath.Join(source, "*_race.c"))
			if err != nil || len(races) == 0 {
				t.Fatalf("no samples: %v", err)
			}
			b := buildFolder(t, source)
			b.folder, b.library = c.folder, c.name+" "+libraryVersion(t, c.module)
			if c.folder == "gtk" {
				b.env = []string{"DISPLAY=" + screen(t), "GDK_BACKEND=x11"}
				tool = withEnvironment(t, tool, b.env)
			}
			for _, race := range races {
				name := strings.TrimSuffix(filepath.Base(race), "_race.c")
				t.Run(name, func(t *testing.T) {
					t.Parallel() // they mostly wait for their timers
					pairHolds(t, tool, b, name, "")
				})
			}
		})
	}
}

// withEnvironment is a program that starts another one with more variables set.
func withEnvironment(t *testing.T, program string, env []string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), filepath.Base(program))
	if err := os.WriteFile(path, []byte("#!/bin/sh\nexec env '"+strings.Join(env, "' '")+"' '"+program+"' \"$@\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestLoopOrders: what goes wrong on libuv without any memory error. The race of two
// handlers is predicted in plain mode, by the same program's harmless run; late answers
// make it fail; a schedule repeats it in each run that keeps to it, and does the fixed
// program no harm. (That one has the race still: two handlers that count in one variable.)
func TestLoopOrders(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	if install.FindLibrary("libuv.so.1") == "" {
		missing(t, "libuv.so.1 is not installed")
	}
	for name, race := range map[string][2]string{
		"finish": {"answered", "answered"}, "rows": {"row", "show"}, "create": {"session_open", "need_session"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			build := func(compiler string, flags ...string) string {
				args := append([]string{"-g", "-O1", filepath.Join(built(t, "samples"), "uv/orders", name+".c"), "-o", "{out}", "-luv"}, flags...)
				return builds.Program(t, name, compiler, args...)
			}
			stdout, stderr, code := command(t, "", tool, "analyze", "--mode", "plain", record(t, tool, build(built(t, "bin/sparse-cc"))))
			if code != exitRaces || !strings.Contains(stdout, "rite in "+race[0]+" (") || !strings.Contains(stdout, "ead in "+race[1]+" (") {
				t.Errorf("analyze ended with %d, expected a race of %s and %s:\n%s%s", code, race[0], race[1], stdout, stderr)
			}
			exe, mended, dir := build("cc"), build("cc", "-DMENDED"), t.TempDir()
			stdout, stderr, code = command(t, "", tool, "fuzz", "-n", "30", "--seed", "1", "-j", "2", "--until-fail", "-o", dir, "--", exe)
			if code != exitRaces || !strings.Contains(stdout, `its last line was "failed: `) {
				t.Fatalf("fuzz ended with %d:\n%s%s", code, stdout, stderr)
			}
			schedule := filepath.Join(dir, "failure-1.schedule.json")
			if stdout, stderr, code = command(t, "", tool, "replay", schedule, "--runs", "10", "--", exe); code != exitRaces || !strings.Contains(stdout, "of 10: confirmed") || strings.Contains(stdout, "feasible") {
				t.Errorf("replay ended with %d:\n%s%s", code, stdout, stderr)
			}
			if stdout, stderr, code = command(t, "", tool, "replay", schedule, "--runs", "3", "--", mended); code != exitClean || !strings.Contains(stdout, "0 of 3: fixed") {
				t.Errorf("replay of the mended program ended with %d:\n%s%s", code, stdout, stderr)
			}
		})
	}
}

// TestDelayedClock: a timer that is the clock of all others is late for a time, which no hold until another event
// can make it: what comes later needs it. The fixed program survives.
func TestDelayedClock(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	if install.FindLibrary("libuv.so.1") == "" {
		missing(t, "libuv.so.1 is not installed")
	}
	build := func(flags ...string) string {
		args := append([]string{"-g", "-O1", filepath.Join(built(t, "samples"), "uv/orders/clock.c"), "-o", "{out}", "-luv"}, flags...)
		return builds.Program(t, "clock", "cc", args...)
	}
	exe, mended, dir := build(), build("-DMENDED"), t.TempDir()
	for _, c := range []struct {
		program, only string
		code          int
	}{{exe, "", exitRaces}, {exe, "delays", exitRaces}, {exe, "guided", exitClean}, {mended, "", exitClean}} {
		stdout, stderr, code := command(t, "", tool, "fuzz", "-n", "30", "--seed", "1", "-j", "4", "--until-fail", "--only", c.only, "-o", dir, "--", c.program)
		if code != c.code || code == exitRaces && !regexp.MustCompile(`postponed  timer .*\n  for        \d+ ms\n  this alone makes it fail`).MatchString(stdout) {
			t.Errorf("--only %q ended with %d:\n%s%s", c.only, code, stdout, stderr)
		}
	}
	schedule := filepath.Join(dir, "failure-1.schedule.json")
	if stdout, stderr, code := command(t, "", tool, "replay", schedule, "--runs", "3", "--", exe); code != exitRaces || !strings.Contains(stdout, "of 3: confirmed") {
		t.Errorf("replay ended with %d:\n%s%s", code, stdout, stderr)
	}
}

// TestOwnLoop: the example of docs/loops.md runs without a recorder, is short, and
// its race is found.
func TestOwnLoop(t *testing.T) {
	if _, err := exec.LookPath("clang-19"); err != nil {
		missing(t, "clang 19 is not installed")
	}
	source := filepath.Join(built(t, "samples"), "own", "epoll.c")
	text, err := os.ReadFile(source)
	if err != nil || strings.Count(string(text), "\n") >= 40 {
		t.Errorf("the example is not under 40 lines: %v", err)
	}
	program := builds.Program(t, "epoll", built(t, "bin/sparse-cc"), "-g", "-O1", "-Wall", "-Wextra", "-Werror",
		"-I"+built(t, "tracelib/include"), source, "-o", "{out}")
	if out, err := exec.Command(program).CombinedOutput(); err != nil {
		t.Errorf("without a recorder: %v\n%s", err, out)
	}
	a, code := analyzeJSON(t, built(t, "bin/sparseracer"), record(t, built(t, "bin/sparseracer"), program))
	if code != exitRaces || len(a.Races) != 1 || !hasFunction(a.Races[0].Use.Stack, "show") ||
		!hasFunction(a.Races[0].Free.Stack, "leave") {
		t.Errorf("analyze ended with %d: %+v", code, a.Races)
	}
}

// TestCommuting: what handlers do in any order to the same effect is filtered, as compiled
// code and the program tell it; somebody who looks in between is reported with all.
func TestCommuting(t *testing.T) {
	tool, compiler := built(t, "bin/sparseracer"), built(t, "bin/sparse-cc")
	for _, c := range []struct {
		flags []string
		code  int
		want  string
	}{
		{[]string{"-O0"}, exitClean, "filtered 11 commuting.\n1 race is filtered"},
		{[]string{"-O2"}, exitClean, "filtered 11 commuting.\n1 race is filtered"},
		{[]string{"-O2", "-DLOOKED"}, exitRaces, "Stands for 2 pairs of operations in 2 pairs of handlers."},
	} {
		t.Run(strings.Join(c.flags, " "), func(t *testing.T) {
			t.Parallel()
			args := append([]string{"-g", "-I" + built(t, "tracelib/include"), built(t, "samples/own/hits.c"), "-o", "{out}"}, c.flags...)
			recording := record(t, tool, builds.Program(t, "hits", compiler, args...))
			stdout, stderr, code := command(t, "", tool, "analyze", "--mode", "plain", recording)
			if code != c.code || !strings.Contains(stdout, c.want) {
				t.Errorf("analyze ended with %d, expected %d and %q:\n%s%s", code, c.code, c.want, stdout, stderr)
			}
			if stdout, stderr, code = command(t, "", tool, "analyze", "--mode", "plain", "--rules", "auto,-FC", recording); code != exitRaces {
				t.Errorf("without the filter analyze ended with %d:\n%s%s", code, stdout, stderr)
			}
		})
	}
}
