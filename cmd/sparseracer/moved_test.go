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
	tool := built(t, "bin/sparseracer")
	exe := buildLoop(t, built(t, "bin/sparse-c++"), nil, nil)
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
