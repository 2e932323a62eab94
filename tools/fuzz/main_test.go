package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"sparseracer/internal/needs"
)

func atRoot(t *testing.T) {
	t.Helper()
	t.Chdir("../..")
}

// TestParsersOfC tries some inputs on each, and sees to it that a fault would be seen.
func TestParsersOfC(t *testing.T) {
	needs.Tool(t, "clang-19")
	atRoot(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for _, p := range parsersOfC {
		r, err := p.run(context.Background(), "-runs=3000")
		if err != nil {
			t.Fatalf("%s: %v", p.source, err)
		}
		if n, _ := strconv.Atoi(r.runs); n < 2000 {
			t.Errorf("%s: only %s runs", p.source, r.runs)
		}
	}
	broken := filepath.Join(t.TempDir(), "broken.c")
	if err := os.WriteFile(broken, []byte("int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { return n > 3 && d[n] == 'x'; }"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := (parserOfC{source: broken, seeds: t.TempDir()}).run(context.Background(), "-runs=3000"); err == nil || !strings.Contains(err.Error(), "heap-buffer-overflow") {
		t.Errorf("a read behind the input: %v", err)
	}
}

// TestList: each fuzz test of each package is among what is run.
func TestList(t *testing.T) {
	atRoot(t)
	targets, err := list(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, target := range targets {
		names = append(names, target.name)
	}
	for _, want := range []string{"internal/trace FuzzBinary", "internal/steer FuzzParse", "llvmpass/ccwrap FuzzNewPlan", "loopcore/test/testdata/schedule_fuzz.c"} {
		if !strings.Contains(strings.Join(names, "\n"), want) {
			t.Errorf("%s is not among %q", want, names)
		}
	}
}

func TestRows(t *testing.T) {
	atRoot(t)
	var out, errs bytes.Buffer
	if code := run(context.Background(), time.Second, "FuzzReadStates", &out, &errs); code != 0 || !strings.Contains(out.String(), "| `internal/probe FuzzReadStates` | ") || strings.Count(out.String(), "\n") != 5 {
		t.Errorf("it ended with %d:\n%s%s", code, out.String(), errs.String())
	}
	if code := run(context.Background(), time.Second, "(", &out, &errs); code != 2 {
		t.Errorf("a wrong expression: %d", code)
	}
}

// TestOutOfTime: go test's deadline is no failure of a parser, whatever else is.
func TestOutOfTime(t *testing.T) {
	const late = "fuzz: elapsed: 1s, execs: 16011 (14695/sec), new interesting: 7 (total: 115)\n--- FAIL: FuzzX (1.10s)\n    context deadline exceeded\nFAIL\nexit status 1\n"
	failed := errors.New("exit status 1")
	for out, want := range map[string]error{
		late: nil,
		"--- FAIL: FuzzX (0.30s)\n    --- FAIL: FuzzX (0.00s)\n        x_test.go:9: context deadline exceeded\n    \n    Failing input written to testdata/fuzz/FuzzX/1\nFAIL\n": failed,
		late + "Failing input written to testdata/fuzz/FuzzX/1\n": failed,
		"panic: x\nFAIL\n": failed,
	} {
		if err := failureOf([]byte(out), failed); err != want {
			t.Errorf("%q: %v, expected %v", out, err, want)
		}
	}
	if failureOf(nil, nil) != nil {
		t.Error("what went well failed")
	}
}

func TestResultOf(t *testing.T) {
	lines := []byte("fuzz: elapsed: 3s, execs: 100 (33/sec), new interesting: 1 (total: 7)\nfuzz: elapsed: 6s, execs: 250 (50/sec), new interesting: 2 (total: 8)\nPASS\n")
	if r, err := resultOf(saidOfGo, lines, nil); err != nil || r != (result{"250", "8"}) {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := resultOf(saidOfGo, nil, nil); err == nil {
		t.Error("nothing was said, and that is fine")
	}
	if _, err := resultOf(saidOfGo, lines, errors.New("exit status 1")); err == nil || !strings.Contains(err.Error(), "execs: 250") {
		t.Errorf("it failed: %v", err)
	}
}
