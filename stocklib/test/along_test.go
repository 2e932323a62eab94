package test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// TestAlong: what is freed while the handler of the use waits is not used again. A
// fault by it says where it was allocated; guarded, that says when it was freed.
func TestAlong(t *testing.T) {
	lib, dir := library(t), t.TempDir()
	program := filepath.Join(dir, "along")
	compile(t, program, "testdata/along.c", "-ldl")
	run := func(name, options string, args ...string) string {
		t.Helper()
		report := filepath.Join(dir, name)
		cmd := exec.Command(program, args...)
		cmd.Env = append(os.Environ(), "LD_PRELOAD="+lib, "SPARSERACER_OPTIONS="+options+":stock_report='"+report+"'")
		out, err := cmd.CombinedOutput()
		status, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
		if !status.Signaled() || status.Signal() != syscall.SIGSEGV {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		return reportsAt(t, report)
	}
	first := run("first", "stock_guard=''")
	places := regexp.MustCompile(`(?m)^refers to 0x[0-9a-f]+, 0 bytes inside of a freed block of 48 bytes, allocated at .*/(along\+0x[0-9a-f]+)$`).FindAllStringSubmatch(first, -1)
	if len(places) != 1 || !strings.Contains(first, " = 0xfefefefefefefefe\n") {
		t.Fatalf("the fault says\n%s", first)
	}
	for how, want := range map[string]string{"": " [free] in the handler of the free here:", "other": " [loop] while the handler of the use waits here:"} {
		guarded := run("guarded"+how, "stock_guard='"+places[0][1]+"'", how)
		if !strings.Contains(guarded, "heap-use-after-free") || !strings.Contains(guarded, "freed by thread T0"+want) {
			t.Errorf("%q, guarded:\n%s", how, guarded)
		}
	}
}

// TestAlongKept: freed memory keeps what it held if that is asked for.
func TestAlongKept(t *testing.T) {
	lib, dir := library(t), t.TempDir()
	program := filepath.Join(dir, "along")
	compile(t, program, "testdata/along.c", "-ldl")
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), "LD_PRELOAD="+lib, "SPARSERACER_OPTIONS=stock_guard='':stock_keep='1':stock_report='"+dir+"/report'")
	if out, err := cmd.CombinedOutput(); err != nil || string(out) != "(nil)\n" {
		t.Errorf("%v\n%s", err, out)
	}
}
