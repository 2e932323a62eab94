package test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestOtherFaults: a fault that no guard explains is reported once, with where it was,
// and is the program's own: it survives it as before, or ends by it.
func TestOtherFaults(t *testing.T) {
	lib, dir := library(t), t.TempDir()
	program := filepath.Join(dir, "faults")
	compile(t, program, "testdata/faults.c")
	for _, mode := range []string{"handles", "dies"} {
		report := filepath.Join(dir, mode)
		cmd := exec.Command(program, mode)
		cmd.Env = append(os.Environ(), "LD_PRELOAD="+lib, "SPARSERACER_OPTIONS=stock_guard='':stock_report='"+report+"'")
		out, err := cmd.CombinedOutput()
		status, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
		if mode == "handles" && (err != nil || string(out) != "survived 3\n") {
			t.Errorf("with a handler: %v\n%s", err, out)
		}
		if mode == "dies" && (!status.Signaled() || status.Signal() != syscall.SIGSEGV) {
			t.Errorf("without a handler: %v\n%s", err, out)
		}
		told := reportsAt(t, report)
		if strings.Count(told, "ERROR: sparseracer: SEGV on address 0x8") != 1 || !strings.Contains(told, "in faults!0x") {
			t.Errorf("%s: the report says\n%s", mode, told)
		}
	}
}

func reportsAt(t *testing.T, prefix string) string {
	t.Helper()
	names, err := filepath.Glob(prefix + ".*")
	if err != nil || len(names) != 1 {
		t.Fatalf("reports: %v, %v", names, err)
	}
	text, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
