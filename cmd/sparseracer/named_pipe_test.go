package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// soon is a run of the tool that must end; after wait it is interrupted.
func soon(t *testing.T, wait time.Duration, args ...string) (stderr string, code int) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer time.AfterFunc(wait, cancel).Stop()
	defer cancel()
	var out, errs bytes.Buffer
	done := make(chan int, 1)
	go func() { done <- run(ctx, args, strings.NewReader(""), &out, &errs) }()
	select {
	case code := <-done:
		return errs.String(), code
	case <-time.After(time.Minute):
		t.Fatalf("%v: it blocks", args)
		return "", 0
	}
}

// TestNamedPipes: a named pipe to which nobody writes, in place of each kind of input.
func TestNamedPipes(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "compile_commands.json")
	if err := unix.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	const trace = "../../internal/report/testdata/held.trace"
	for _, args := range [][]string{
		{"audit", "--source", dir},
		{"suggest-fix", pipe},
		{"export-test", pipe},
		{"explain-crash", pipe, trace},
		{"analyze", "--suppressions", pipe, trace},
		{"analyze", "--baseline", pipe, trace},
		{"convert", "--from", "eventracer", pipe, filepath.Join(dir, "out.srt")},
	} {
		if stderr, code := soon(t, time.Minute, args...); code != exitError || !strings.Contains(stderr, pipe+" is a named pipe: expected a regular file") {
			t.Errorf("%v ended with %d: %s", args, code, stderr)
		}
	}
	tool := built(t, "bin/sparseracer")
	for _, args := range [][]string{{"replay", pipe, "--", "/bin/true"}, {"record", "-o", filepath.Join(dir, "out.srt"), "--play", pipe, "--", "/bin/true"}} {
		if _, stderr, code := command(t, "", tool, args...); code != exitError || !strings.Contains(stderr, pipe+" is a named pipe: expected a regular file") {
			t.Errorf("%v ended with %d: %s", args, code, stderr)
		}
	}
	// A trace may come through one (docs/cli.md); an interrupt ends the wait. The verbs that
	// only read end the process at once instead, which TestInterrupt tries.
	if stderr, code := soon(t, 50*time.Millisecond, "audit", pipe); code != exitError || !strings.Contains(stderr, "interrupted") {
		t.Errorf("a trace: ended with %d: %s", code, stderr)
	}
}

// TestConvertsFromPipe: what comes through a pipe becomes the same trace as from a file.
func TestConvertsFromPipe(t *testing.T) {
	tool, dir := built(t, "bin/sparseracer"), t.TempDir()
	source, err := filepath.Abs("../../internal/report/testdata/held.trace")
	must(t, err)
	convert := func(script string, args ...string) []byte {
		if _, stderr, code := command(t, dir, "bash", append([]string{"-c", script, tool, source}, args...)...); code != 0 {
			t.Fatalf("%s ended with %d: %s", script, code, stderr)
		}
		data, err := os.ReadFile(filepath.Join(dir, args[len(args)-1]))
		must(t, err)
		return data
	}
	want := convert(`"$0" convert "$1" "$2"`, "file.srt")
	for name, script := range map[string]string{
		"without a name": `"$0" convert <(cat "$1") "$2"`,
		"with a name":    `mkfifo pipe && (cat "$1" >pipe & "$0" convert pipe "$2")`,
	} {
		if got := convert(script, strings.ReplaceAll(name, " ", "-")+".srt"); len(want) == 0 || !bytes.Equal(got, want) {
			t.Errorf("a pipe %s: %d bytes, from the file %d", name, len(got), len(want))
		}
	}
}
