// Package corners runs a C program with and without our libraries in front of it, for
// the tests of hooks on loops of C code: it must do the same, and what was recorded must
// be a valid trace with events.
package corners

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"sparseracer/internal/needs"
	"sparseracer/internal/system"
	"sparseracer/internal/trace"
)

// Program is a C source whose first argument says what to do.
type Program struct {
	Source  string   // a file
	Module  string   // of pkg-config
	Debian  string   // the package that has it
	Words   []string // what it can do
	Sorted  []string // where only the lines count, not their order
	Library string   // the folder of our libraries
}

func (p *Program) compile(t *testing.T) string {
	t.Helper()
	for _, tool := range []string{"gcc", "pkg-config"} {
		_, err := exec.LookPath(tool)
		needs.Have(t, tool, err == nil)
	}
	flags, err := exec.Command("pkg-config", "--cflags", "--libs", p.Module).Output()
	needs.Have(t, p.Debian, err == nil)
	path := filepath.Join(t.TempDir(), "corners")
	args := append([]string{"-std=gnu11", "-Wall", "-Wextra", "-Werror", "-g", "-o", path, p.Source},
		strings.Fields(string(flags))...)
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	return path
}

func (p *Program) run(t *testing.T, program, word string, env ...string) string {
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
	if slices.Contains(p.Sorted, word) {
		sort.Strings(lines)
	}
	return strings.Join(lines, "\n")
}

// Check runs it word by word: without anything, with the hooks alone, and recorded.
func (p *Program) Check(t *testing.T) {
	lib, err := filepath.Abs(p.Library)
	if err != nil {
		t.Fatal(err)
	}
	recorder, hooks := filepath.Join(lib, system.RecorderLibrary), filepath.Join(lib, system.HooksLibrary)
	for _, path := range []string{recorder, hooks} {
		if _, err := os.Stat(path); err != nil {
			needs.Have(t, path+" (make build)", false)
		}
	}
	program := p.compile(t)
	for _, word := range p.Words {
		t.Run(word, func(t *testing.T) {
			want := p.run(t, program, word)
			if got := p.run(t, program, word, "LD_PRELOAD="+hooks); got != want {
				t.Errorf("with the hooks alone:\n%s\nwithout:\n%s", got, want)
			}
			path := filepath.Join(t.TempDir(), "t.srt")
			got := p.run(t, program, word, "LD_PRELOAD="+recorder+":"+hooks, "SPARSERACER_OPTIONS=trace='"+path+"'")
			if got != want {
				t.Errorf("recorded:\n%s\nwithout:\n%s", got, want)
			}
			valid(t, path)
		})
	}
}

func valid(t *testing.T, path string) {
	t.Helper()
	events := 0
	operations(t, path, func(op *trace.Op) {
		if op.Kind == trace.Deq {
			events++
		}
	})
	if events == 0 {
		t.Error("no event was recorded")
	}
}

// operations goes through a trace, which must be a valid one.
func operations(t *testing.T, path string, each func(op *trace.Op)) {
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
	for {
		var op trace.Op
		if err := r.Next(&op); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		each(&op)
	}
}
