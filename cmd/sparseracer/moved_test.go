package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A trace whose program is no longer where it ran: the report has functions and
// lines again once it is said where the files are.
func TestMovedProgram(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	exe := copied(t, buildLoop(t, built(t, "bin/sparse-c++"), nil, nil))
	path := record(t, tool, exe)
	before, _, _ := command(t, "", tool, "analyze", path)
	if !strings.Contains(before, "(loop.cpp:") {
		t.Fatalf("no lines in the first place:\n%s", before)
	}
	sysroot, debug := t.TempDir(), t.TempDir()
	if _, err := exec.LookPath("objcopy"); err != nil {
		missing(t, "objcopy is not installed")
	}
	if out, err := exec.Command("objcopy", "--only-keep-debug", exe, filepath.Join(debug, filepath.Base(exe)+".debug")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	there := filepath.Join(sysroot, exe)
	if err := os.MkdirAll(filepath.Dir(there), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(exe, there); err != nil {
		t.Fatal(err)
	}
	without, _, _ := command(t, "", tool, "analyze", path)
	if strings.Contains(without, "(loop.cpp:") || strings.Count(without, exe+": no symbols: no such file") != 1 {
		t.Errorf("expected one note on %s and no lines:\n%s", exe, without)
	}
	for _, where := range [][]string{{"--sysroot", sysroot}, {"--debug-path", t.TempDir(), "--debug-path", debug}} {
		after, stderr, _ := command(t, "", tool, append([]string{"analyze", path}, where...)...)
		if after != before {
			t.Errorf("%q: the report differs\n%s%s\nfrom\n%s", where, after, stderr, before)
		}
	}
	if _, stderr, code := command(t, "", tool, "analyze", path, "--sysroot", "/nowhere"); code != exitError || !strings.Contains(stderr, "/nowhere: no such file") {
		t.Errorf("ended with %d: %s", code, stderr)
	}
}

// TestStrippedProgram: a program that our compilers linked gives the same report
// once it is stripped; one without debug information keeps its functions.
func TestStrippedProgram(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	if _, err := exec.LookPath("strip"); err != nil {
		missing(t, "strip is not installed")
	}
	for flags, says := range map[string]string{"-O1": "(loop.cpp:", "-O2 -flto": "(loop.cpp:", "-g0": "allocated in main"} {
		t.Run(flags, func(t *testing.T) {
			exe := copied(t, buildLoop(t, built(t, "bin/sparse-c++"), strings.Fields(flags), nil))
			path := record(t, tool, exe)
			before, _, _ := command(t, "", tool, "analyze", path)
			if !strings.Contains(before, says) {
				t.Fatalf("expected %q in\n%s", says, before)
			}
			if out, err := exec.Command("strip", "-s", exe).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			after, stderr, _ := command(t, "", tool, "analyze", path)
			if after != before {
				t.Errorf("stripped, the report is\n%s%s\nbefore it was\n%s", after, stderr, before)
			}
			again, _, _ := command(t, "", tool, "analyze", record(t, tool, exe))
			if !strings.Contains(again, says) {
				t.Errorf("recorded when stripped: expected %q in\n%s", says, again)
			}
		})
	}
}
