package steer

import (
	"context"
	"errors"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"sparseracer/internal/needs"
	"sparseracer/internal/system"
)

// built is testdata/steered.cpp as ASan builds of clang and gcc, a build
// without ASan, and an empty library in the place of the runtime.
type built struct{ clang, gcc, plain, lib string }

var build = sync.OnceValues(func() (*built, error) {
	dir, err := os.MkdirTemp("", "steer-test-")
	if err != nil {
		return nil, err
	}
	b := &built{clang: filepath.Join(dir, "clang"), gcc: filepath.Join(dir, "gcc"), plain: filepath.Join(dir, "plain"), lib: dir}
	empty := filepath.Join(dir, "empty.c")
	if err := os.WriteFile(empty, []byte("extern int sparse_stand_in;\n"), 0o600); err != nil {
		return nil, err
	}
	const words = "-I../../tracelib/include"
	for _, command := range [][]string{
		{"clang++-19", "-fsanitize=address", "-g", "-O0", "-o", b.clang, words, "testdata/steered.cpp"},
		{"g++", "-fsanitize=address", "-g", "-O1", "-o", b.gcc, words, "testdata/steered.cpp"},
		{"clang++-19", "-o", b.plain, words, "testdata/steered.cpp"},
		{"clang-19", "-shared", "-fPIC", "-o", filepath.Join(dir, system.HooksLibrary), empty},
	} {
		if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			return nil, errors.Join(err, errors.New(string(out)))
		}
	}
	return b, nil
})

func TestMain(m *testing.M) {
	if os.Getenv(speaks) != "" {
		if err := speak(); err != nil {
			log.Fatal(err)
		}
		os.Exit(0)
	}
	code := m.Run()
	if builtOnce {
		if b, err := build(); err == nil {
			os.RemoveAll(b.lib)
		}
	}
	os.Exit(code)
}

var builtOnce bool

// programs builds what the runs need; without the compilers a developer's
// machine skips, CI fails.
func programs(t *testing.T) *built {
	t.Helper()
	for _, tool := range []string{"clang++-19", "clang-19", "g++"} {
		needs.Tool(t, tool)
	}
	builtOnce = true
	b, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func toRun() *Schedule {
	s := sample()
	s.Expect = predicted
	return s
}

// TestRuns: real programs under a stand-in for the runtime, from start to verdict.
func TestRuns(t *testing.T) {
	b := programs(t)
	for _, c := range []struct {
		program, how string
		want         Status
		reason       string
	}{
		{b.clang, "crash", Confirmed, "use, free and alloc match"},
		{b.gcc, "crash", Confirmed, "use, free and alloc match"},
		{b.clang, "diverge", Diverged, "hold of T timed out (the heap-use-after-free after it does not count)"},
		{b.clang, "elsewhere", CrashedElsewhere, "heap-use-after-free in app::other"},
		{b.clang, "along", EarlierSymptom, "something else that the predicted free took along: app::Viewer::openFile"},
		{b.gcc, "along", EarlierSymptom, "allocated in app::Viewer::Viewer"},
		{b.clang, "child", CrashedElsewhere, "in a child process: heap-use-after-free"},
		{b.clang, "dialog", EarlierSymptom, "bad-free"},
		{b.gcc, "dialog", EarlierSymptom, "bad-free"},
		{b.clang, "filled", Confirmed, "without instrumentation"},
		{b.gcc, "filled", Confirmed, "without instrumentation"},
		{b.clang, "feasible", Feasible, "nothing was reported"},
		{b.clang, "harmless", NotReached, "never came before the use"},
		{b.clang, "exit3", NotReached, "ended by itself (exit code 3) before anything of the schedule came"},
		{b.clang, "abort", NotReached, "ended by itself (aborted) before anything of the schedule came"},
	} {
		t.Run(filepath.Base(c.program)+" "+c.how, func(t *testing.T) {
			o, err := Run(t.Context(), toRun(), []string{c.program, c.how}, RunOptions{Env: os.Environ(), Lib: b.lib, Scratch: t.TempDir()})
			if err != nil {
				t.Fatal(err)
			}
			f := findingOf(toRun(), o)
			if f.Status != c.want || !strings.Contains(f.Reason, c.reason) {
				t.Errorf("%v: %s; want %v: %s\n%s", f.Status, f.Reason, c.want, c.reason, o.Output)
			}
			if o.Stopped != "" || len(o.Reports) > 1 {
				t.Errorf("stopped %q, %d reports", o.Stopped, len(o.Reports))
			}
		})
	}
}

// TestNothingOutlivesARun: hanging programs and the children they leave.
func TestNothingOutlivesARun(t *testing.T) {
	b := programs(t)
	for _, c := range []struct {
		how, stopped string
		want         Status
		limit        time.Duration
	}{
		{"hang", stoppedTimeout, NotReached, 1500 * time.Millisecond},
		{"lingers", stoppedDecided, Feasible, 0},
		{"orphan", "", NotReached, 0},
	} {
		t.Run(c.how, func(t *testing.T) {
			mark := filepath.Join(t.TempDir(), "mark") // an argument that names this run's processes
			o, err := Run(t.Context(), toRun(), []string{b.clang, c.how, mark},
				RunOptions{Env: os.Environ(), Lib: b.lib, Timeout: c.limit, Scratch: t.TempDir()})
			if err != nil {
				t.Fatal(err)
			}
			if f := findingOf(toRun(), o); o.Stopped != c.stopped || f.Status != c.want {
				t.Errorf("stopped %q, %v: %s; want %q, %v", o.Stopped, f.Status, f.Reason, c.stopped, c.want)
			}
			awaitNone(t, mark)
		})
	}
}

// awaitNone fails if a process with that argument stays; a killed one may need
// a moment to go.
func awaitNone(t *testing.T, argument string) {
	t.Helper()
	var left []string
	for deadline := time.Now().Add(3 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		left = nil
		paths, _ := filepath.Glob("/proc/[0-9]*/cmdline")
		for _, path := range paths {
			if data, err := os.ReadFile(path); err == nil && strings.Contains(string(data), argument) {
				left = append(left, filepath.Base(filepath.Dir(path)))
			}
		}
		if left == nil {
			return
		}
	}
	t.Errorf("processes %v are left", left)
}

func TestRunIsCancelled(t *testing.T) {
	b := programs(t)
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	scratch, mark := t.TempDir(), filepath.Join(t.TempDir(), "mark")
	_, err := Run(ctx, toRun(), []string{b.clang, "hang", mark}, RunOptions{Env: os.Environ(), Lib: b.lib, Scratch: scratch})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, want the context's error", err)
	}
	awaitNone(t, mark)
	if left, _ := os.ReadDir(scratch); len(left) != 0 {
		t.Errorf("%d scratch files are left", len(left))
	}
}

func TestDriver(t *testing.T) {
	b := programs(t)
	seen := filepath.Join(t.TempDir(), "pid")
	o, err := Run(t.Context(), toRun(), []string{b.clang, "hang"}, RunOptions{Env: os.Environ(), Lib: b.lib, Scratch: t.TempDir(),
		Driver: "echo $1 >" + seen + "; kill -KILL $1; exec sleep 600"})
	if err != nil {
		t.Fatal(err)
	}
	pid, err := os.ReadFile(seen)
	if n, bad := strconv.Atoi(strings.TrimSpace(string(pid))); err != nil || bad != nil || n <= 1 {
		t.Errorf("the driver got %q (%v)", pid, err)
	}
	if o.Signal != syscall.SIGKILL || o.Stopped != "" {
		t.Errorf("ended by %v, stopped %q", o.Signal, o.Stopped)
	}
}

func TestEnvironment(t *testing.T) {
	b := programs(t)
	s := toRun()
	s.Environment = map[string]string{"QT_QPA_PLATFORM": "offscreen"}
	env := []string{"PATH=" + os.Getenv("PATH"), "QT_NO_GLIB=0", "ASAN_OPTIONS=halt_on_error=0:print_stats=0"}
	run := func(program string, env []string) string {
		t.Helper()
		o, err := Run(t.Context(), s, []string{program, "environment"}, RunOptions{Lib: b.lib, Env: env, Scratch: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		return o.Output
	}
	for _, c := range []struct {
		program string
		env     []string
		want    []string
	}{
		{b.clang, env, []string{"QT_NO_GLIB=1\n", "QT_QPA_PLATFORM=offscreen\n", "LD_PRELOAD=" + b.lib + "/libsparseqt.so\n",
			"ASAN_OPTIONS=halt_on_error=0:print_stats=0:halt_on_error=1:", ":detect_leaks=0:detect_odr_violation=0:"}},
		{b.clang, append(slices.Clone(env), "QT_QPA_PLATFORM=minimal"), []string{"QT_QPA_PLATFORM=minimal\n"}},
		{b.gcc, env, []string{"LD_PRELOAD=libasan.so."}},
	} {
		out := run(c.program, c.env)
		for _, want := range c.want {
			if !strings.Contains(out, want) {
				t.Errorf("%s: no %q in\n%s", filepath.Base(c.program), want, out)
			}
		}
	}
}

// A run has its screen, and what its environment has of one, until it is over.
func TestScreenOfARun(t *testing.T) {
	b := programs(t)
	inUse, given := 0, 0
	o, err := Run(t.Context(), toRun(), []string{b.clang, "environment"}, RunOptions{Lib: b.lib, Env: append(os.Environ(), "QT_QPA_PLATFORM=offscreen"), Scratch: t.TempDir(),
		Screen: func() ([]string, func(), error) {
			inUse++
			return []string{"QT_QPA_PLATFORM=xcb"}, func() { given++ }, nil
		}})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(o.Output, "QT_QPA_PLATFORM=xcb\n") || strings.Contains(o.Output, "QT_QPA_PLATFORM=offscreen\n") || inUse != 1 || given != 1 {
		t.Errorf("%d screens in use, %d given back, the program had\n%s", inUse, given, o.Output)
	}
	none := errors.New("no screen")
	_, err = Run(t.Context(), toRun(), []string{b.clang, "environment"}, RunOptions{Lib: b.lib, Env: os.Environ(), Scratch: t.TempDir(),
		Screen: func() ([]string, func(), error) { return nil, nil, none }})
	if !errors.Is(err, none) {
		t.Errorf("without a screen: %v", err)
	}
}

func TestSetUpErrors(t *testing.T) {
	b := programs(t)
	if _, err := Run(t.Context(), toRun(), []string{b.clang}, RunOptions{Lib: b.lib}); err == nil || !strings.Contains(err.Error(), "no environment") {
		t.Errorf("%v: a forgotten environment was not noticed", err)
	}
	script := filepath.Join(t.TempDir(), "script")
	if err := os.WriteFile(script, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		argv   []string
		lib    string
		notASn bool
		want   string
	}{
		{nil, b.lib, false, "no program"},
		{[]string{"/nonexistent/program"}, b.lib, false, "no such file"},
		{[]string{b.plain}, b.lib, true, "build it with clang -fsanitize=address -g"},
		{[]string{script}, b.lib, true, "no ELF executable"},
		{[]string{b.clang}, "/nonexistent", false, "the steering runtime: stat /nonexistent/libsparseqt.so"},
	} {
		_, err := Run(t.Context(), toRun(), c.argv, RunOptions{Env: os.Environ(), Lib: c.lib, Scratch: t.TempDir()})
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, ErrNotASan) != c.notASn {
			t.Errorf("%v: %v, want %q", c.argv, err, c.want)
		}
	}
}

// TestRunLimit: the limit of a run does not count what the program works on its start or on a report until that is as much again, nor that
// its main thread waits for a processor, up to four times the limit.
func TestRunLimit(t *testing.T) {
	const second = time.Second
	for name, c := range map[string]struct {
		works, over time.Duration // until when it works on its start; when the run is over
		starved     time.Duration // how much of each second it waits for a processor
	}{
		"waits":                {0, 11 * second, 0},
		"starts":               {7 * second, 18 * second, 0},
		"works on and on":      {time.Hour, 21 * second, 0},
		"waits, starved":       {0, 21 * second, second / 2},
		"starts, starved":      {10 * second, 31 * second, second / 2},
		"starved all the time": {0, 41 * second, second},
	} {
		begun := time.Now()
		l := runLimit{timeout: 10 * second, last: begun}
		at, waited := second, c.starved
		for ; at < time.Minute && !l.isOver(begun.Add(at), waited, at <= c.works); at += second {
			waited += c.starved
		}
		if at != c.over {
			t.Errorf("%s: over after %v, want %v", name, at, c.over)
		}
	}
}

// TestWaited: what a program waits for a processor is told.
func TestWaited(t *testing.T) {
	if got := waited(os.Getpid()); got <= 0 {
		t.Errorf("this program waited %v", got)
	}
	if got := waited(1 << 30); got != 0 {
		t.Errorf("no program waited %v", got)
	}
}
