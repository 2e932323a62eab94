package faults

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sparseracer/internal/needs"
)

// TestDebugged: a recorded program that is looked at while it runs, by a debugger that calls
// functions in it and steps, and by a dump of its memory, goes on as if alone; its stack is
// found, and its trace is whole. What is as if alone is asked of the plain program: not every
// debugger can give every processor's registers back after a call.
func TestDebugged(t *testing.T) {
	t.Parallel()
	root := ourRoot(t)
	gdb := needs.Tool(t, "gdb")
	builds := compileAll(t, root, "gcc", "sparse-cc", "debugged.c", []string{"-gdwarf-4"}) // which every debugger reads
	alone := debugged(t, gdb, builds[plain], builds[plain], "waits")
	if !strings.HasPrefix(alone, "333000\n") {
		t.Fatalf("the plain program said %q", alone)
	}
	t.Logf("alone it said %q", alone)
	for _, m := range modes {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			words := []string{builds[m.build], "waits"}
			trace := filepath.Join(t.TempDir(), "t.srt")
			if m.record != nil {
				words = append(append([]string{filepath.Join(root, "bin/sparseracer"), "record", "-o", trace},
					append(withoutFollow(m.record), "--")...), words...)
			}
			if said := debugged(t, gdb, builds[m.build], words...); said != alone {
				t.Errorf("it said %q, alone %q", said, alone)
			}
			if m.record == nil {
				return
			}
			if out, err := exec.Command(filepath.Join(root, "bin/sparseracer"), "check", trace).CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}

// debugged runs a program, looks at it with gdb while it waits, and gives what it said and how it
// ended.
func debugged(t *testing.T, gdb, program string, words ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // a hang is a failure
	defer cancel()
	dir := t.TempDir()
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir, cmd.Stderr = dir, &strings.Builder{}
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err := cmd.Start(); err != nil || err1 != nil || err2 != nil {
		t.Fatal(err, err1, err2)
	}
	lines := bufio.NewReader(out)
	first, _ := lines.ReadString('\n')
	pid := processIn(t, dir, program)
	looked, err := exec.CommandContext(ctx, gdb, "-q", "-batch", "-nx", "-p", pid, "-ex", "bt", "-ex", "gcore "+filepath.Join(dir, "core"),
		"-ex", "print (int)work(10)", "-ex", "print (void *)malloc(100)", "-ex", "call (void)free($)",
		"-ex", "detach").CombinedOutput()
	if err != nil || !strings.Contains(string(looked), " main (") || !strings.Contains(string(looked), "detached") {
		t.Errorf("gdb: %v\n%s", err, looked)
	}
	fmt.Fprintln(in, "go on")
	second, _ := lines.ReadString('\n')
	err = cmd.Wait()
	dumped, coreErr := exec.Command(gdb, "-q", "-batch", "-nx", "-ex", "bt", program, filepath.Join(dir, "core")).CombinedOutput()
	if !strings.Contains(string(dumped), " main (") {
		t.Errorf("the dump: %v\n%s", coreErr, dumped)
	}
	return fmt.Sprintf("%s%sended with %d", first, second, exitCode(err))
}

func withoutFollow(flags []string) (out []string) {
	for _, f := range flags {
		if f != "--follow" {
			out = append(out, f)
		}
	}
	return out
}

// processIn is the process that runs a program in a folder.
func processIn(t *testing.T, dir, program string) string {
	t.Helper()
	links, err := filepath.Glob("/proc/[0-9]*/exe")
	if err != nil {
		t.Fatal(err)
	}
	for _, link := range links {
		process := filepath.Dir(link)
		exe, err1 := os.Readlink(link)
		folder, err2 := os.Readlink(filepath.Join(process, "cwd"))
		if err1 == nil && err2 == nil && exe == program && folder == dir {
			return filepath.Base(process)
		}
	}
	t.Fatalf("nobody runs %s", program)
	return ""
}

// TestUnderValgrind: a program that Valgrind runs does the same when Valgrind is recorded
// with its children, and Valgrind finds nothing that it does not find alone.
func TestUnderValgrind(t *testing.T) {
	t.Parallel()
	root, byDesign := ourRoot(t), readDesigned(t)
	valgrind := needs.Tool(t, "valgrind")
	builds := compileAll(t, root, "gcc", "sparse-cc", "debugged.c", []string{"-gdwarf-4"}) // which every debugger reads
	for _, m := range modes {
		if m.record == nil {
			continue
		}
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			args := []string{"-q", "--error-exitcode=55", builds[m.build]}
			want, _ := run(t, os.Environ(), nil, valgrind, args...)
			if !strings.Contains(want, "\nended with 4\n") {
				t.Fatal(want)
			}
			by := append([]string{filepath.Join(root, "bin/sparseracer"), "record", "--follow", "-o", "t.%p.srt"}, append(withoutFollow(m.record), "--")...)
			got, said := run(t, os.Environ(), by, valgrind, args...)
			if diff := byDesign.and(`sparseracer: the program has a malloc of its own: .*`).differences(m.name, want, got); diff != "" {
				t.Errorf("%s\nalone:\n%s\nthe tool:\n%s", diff, want, said)
			}
		})
	}
}
