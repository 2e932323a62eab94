// Package test runs programs on libuv with and without the hooks.
package test

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	"sparseracer/internal/trace"
)

// need skips a test whose tool is missing; with CI set it fails.
func need(t *testing.T, what string, have bool) {
	t.Helper()
	if have {
		return
	}
	if os.Getenv("CI") != "" {
		t.Fatalf("%s is not installed", what)
	}
	t.Skipf("%s is not installed", what)
}

func compile(t *testing.T) string {
	t.Helper()
	_, err := os.Stat("/usr/include/uv.h")
	need(t, "libuv1-dev", err == nil)
	_, err = exec.LookPath("gcc")
	need(t, "gcc", err == nil)
	path := filepath.Join(t.TempDir(), "corners")
	out, err := exec.Command("gcc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-g", "-o", path,
		"testdata/corners.c", "-luv", "-lpthread").CombinedOutput()
	if err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	return path
}

func run(t *testing.T, program, word string, env ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // a hang is a failure
	defer cancel()
	cmd := exec.CommandContext(ctx, program, word)
	cmd.Env = append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", word, env, err, out)
	}
	lines := strings.Split(string(out), "\n")
	if word == "requests" { // whose order is the pool's business
		sort.Strings(lines)
	}
	return strings.Join(lines, "\n")
}

// TestCorners: the program does the same under the recorder, under the hooks
// alone and without them, and what was recorded is a valid trace with events.
func TestCorners(t *testing.T) {
	lib, err := filepath.Abs("../../lib")
	if err != nil {
		t.Fatal(err)
	}
	recorder, hooks := filepath.Join(lib, "libsparserec.so"), filepath.Join(lib, "libsparseqt.so")
	for _, path := range []string{recorder, hooks} {
		if _, err := os.Stat(path); err != nil {
			need(t, path+" (make build)", false)
		}
	}
	program := compile(t)
	for _, word := range []string{"own", "nested", "threads", "signals", "forks", "requests", "steps"} {
		t.Run(word, func(t *testing.T) {
			want := run(t, program, word)
			if got := run(t, program, word, "LD_PRELOAD="+hooks); got != want {
				t.Errorf("with the hooks alone:\n%s\nwithout:\n%s", got, want)
			}
			path := filepath.Join(t.TempDir(), "t.srt")
			got := run(t, program, word, "LD_PRELOAD="+recorder+":"+hooks, "SPARSERACER_OPTIONS=trace='"+path+"'")
			if got != want {
				t.Errorf("recorded:\n%s\nwithout:\n%s", got, want)
			}
			valid(t, path)
		})
	}
}

func valid(t *testing.T, path string) {
	t.Helper()
	src, err := trace.OpenFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := trace.Checked(src).Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	events := 0
	for {
		var op trace.Op
		if err := r.Next(&op); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if op.Kind == trace.Deq {
			events++
		}
	}
	if events == 0 {
		t.Error("no event was recorded")
	}
}
