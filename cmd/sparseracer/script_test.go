package main

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"sparseracer/internal/needs"
)

// TestMain lets scripts call the tool as `sparseracer`. It is run from bin/, not
// from the test binary, where the libraries matter: see TestSamples.
//
// Most tests wait for the timers of the programs that they steer, and use no processor
// meanwhile: two of them run at a time for each core. (-parallel says otherwise.)
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0))); err != nil {
		panic(err)
	}
	testscript.Main(m, map[string]func(){
		"sparseracer": func() {
			os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
		},
		"interrupt": interruptCommand,
	})
}

// TestScripts runs testdata/script: what a user types, what must be printed
// and the exit code.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{Dir: "testdata/script", UpdateScripts: os.Getenv("UPDATE") != ""})
}

// built gives a program or library that `make` built; without it the test is
// skipped, in CI it fails.
func built(t *testing.T, path string) string {
	t.Helper()
	abs, err := filepath.Abs(filepath.Join("../..", path))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(abs); err != nil {
		missing(t, path+" is not built: run make")
	}
	return abs
}

// missing ends a test for want of a tool.
var missing = needs.Missing

// command runs a program and gives its output and exit code.
func command(t *testing.T, dir string, name string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "QT_QPA_PLATFORM=offscreen", "XDG_RUNTIME_DIR="+t.TempDir())
	var out, errOut limited
	cmd.Stdout, cmd.Stderr = &out, &errOut
	err := cmd.Run()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		t.Fatal(err)
	}
	return string(out), string(errOut), cmd.ProcessState.ExitCode()
}

// limited keeps the first MiB of an output.
type limited []byte

func (l *limited) Write(p []byte) (int, error) {
	if room := 1<<20 - len(*l); room > 0 {
		*l = append(*l, p[:min(room, len(p))]...)
	}
	return len(p), nil
}
