// Package faults runs programs that do what is rare: limits, signals, forks, closed
// descriptors, sandboxes. Each scenario runs alone, compiled by our compilers, recorded
// and as it is installed; its output and its end must be the same.
package faults

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"sparseracer/internal/needs"
)

var programs = []struct {
	source, plain, ours string
	flags               []string
	scenarios           int // at least
}{
	{"process.c", "gcc", "sparse-cc", []string{"-pthread"}, 22},
	{"threads.c", "gcc", "sparse-cc", []string{"-pthread"}, 13},
	{"files.c", "gcc", "sparse-cc", []string{"-pthread"}, 14},
	{"loading.cpp", "g++", "sparse-c++", []string{"-pthread", "-ldl"}, 11},
}

// mode is a way to run a program.
type mode struct {
	name         string
	instrumented bool
	record       []string // flags of record; nil: it is not recorded
}

var modes = []mode{
	{"instrumented", true, nil},
	{"recorded", true, []string{}},
	{"compressed", true, []string{"--compress", "--follow"}},
	{"stock", false, []string{"--stock=yes"}},
	{"both", true, []string{"--stock=yes", "--follow"}}, // our compilers' code on the heap of stock mode
}

func TestFaults(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range programs {
		for _, tool := range []string{p.plain, filepath.Join(root, "bin", p.ours), filepath.Join(root, "bin/sparseracer")} {
			_, err := exec.LookPath(tool)
			needs.Have(t, tool, err == nil)
		}
		dir := t.TempDir()
		plain, ours := filepath.Join(dir, "plain"), filepath.Join(dir, "ours")
		compile(t, p.plain, plain, p.source, p.flags)
		compile(t, filepath.Join(root, "bin", p.ours), ours, p.source, p.flags)
		names, err := exec.Command(plain).Output()
		if err != nil {
			t.Fatal(err)
		}
		if n := len(strings.Fields(string(names))); n < p.scenarios {
			t.Errorf("%s has %d scenarios, not %d", p.source, n, p.scenarios)
		}
		for _, scenario := range strings.Fields(string(names)) {
			t.Run(strings.TrimSuffix(p.source, filepath.Ext(p.source))+"/"+scenario, func(t *testing.T) {
				t.Parallel()
				want := run(t, nil, plain, scenario)
				for _, m := range modes {
					program := plain
					if m.instrumented {
						program = ours
					}
					var by []string
					if m.record != nil {
						by = append([]string{filepath.Join(root, "bin/sparseracer"), "record", "-o", "t.%p.srt"}, append(m.record, "--")...)
					}
					if got := run(t, by, program, scenario); got != want {
						t.Errorf("%s:\n%s\nalone:\n%s", m.name, got, want)
					}
				}
			})
		}
	}
}

func compile(t *testing.T, compiler, to, source string, flags []string) {
	t.Helper()
	args := append([]string{"-w", "-g", "-O1", "-fno-builtin", filepath.Join("testdata", source), "-o", to}, flags...)
	if out, err := exec.Command(compiler, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", compiler, err, out)
	}
}

// ours are the lines that we say on a program's standard error.
var ours = regexp.MustCompile(`(?m)^sparse(rec|racer|qt|stock): .*\n`)

// run gives all that a scenario wrote, and how it ended, in a folder of its own.
func run(t *testing.T, by []string, program, scenario string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // a hang is a failure
	defer cancel()
	dir := t.TempDir()
	args := append(append([]string{}, by...), "sh", "-c", `exec "$0" "$1" >out 2>err </dev/null`, program, scenario)
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir, cmd.WaitDelay = dir, 5*time.Second
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	tool, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if ctx.Err() != nil {
		t.Errorf("%v hangs", args)
	}
	status, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
	end := status.ExitStatus()
	if status.Signaled() {
		end = 128 + int(status.Signal())
	}
	out, err1 := os.ReadFile(filepath.Join(dir, "out"))
	said, err2 := os.ReadFile(filepath.Join(dir, "err"))
	if err := errors.Join(err1, err2); err != nil {
		t.Errorf("%v: %v\n%s", args, err, tool)
	}
	return string(out) + "standard error:\n" + ours.ReplaceAllString(string(said), "") + "ended with " + strconv.Itoa(end)
}

// A program that gives up system calls is recorded up to there, and the trace says so.
func TestSealed(t *testing.T) {
	t.Parallel()
	for _, tool := range []string{"../bin/sparse-cc", "../bin/sparseracer"} {
		_, err := exec.LookPath(tool)
		needs.Have(t, tool, err == nil)
	}
	dir := t.TempDir()
	program, trace := filepath.Join(dir, "files"), filepath.Join(dir, "t.srt")
	compile(t, "../bin/sparse-cc", program, "files.c", []string{"-pthread"})
	out, err := exec.Command("../bin/sparseracer", "record", "-o", trace, "--", program, "sealed").CombinedOutput()
	if code := exitCode(err); code != 3 || !strings.Contains(string(out), "gives up system calls") {
		t.Errorf("ended with %d: %s", code, out)
	}
	out, err = exec.Command("../bin/sparseracer", "analyze", trace).CombinedOutput()
	said := strings.Join(strings.Fields(string(out)), " ") // no event, so no answer
	if exitCode(err) != 2 || !strings.HasPrefix(said, "no answer: ") || !strings.Contains(said, "gave up system calls") {
		t.Errorf("%v: %s", err, out)
	}
}

func exitCode(err error) int {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	return 0
}
