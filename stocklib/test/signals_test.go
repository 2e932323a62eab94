package test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestSignals: a steered run looks at faults and aborts before the program does; what
// the program asks for them, is answered and gets, is what it is without us.
func TestSignals(t *testing.T) {
	t.Parallel()
	lib, dir := library(t), t.TempDir()
	program := filepath.Join(dir, "signals")
	compile(t, program, "testdata/signals.c", "-w")
	run := func(what, signal string, env ...string) string {
		cmd := exec.Command(program, what, signal)
		cmd.Env = append(os.Environ(), env...)
		out, err := cmd.CombinedOutput()
		return fmt.Sprintf("%s%v", out, err)
	}
	for _, signal := range []string{"6", "11", "10"} {
		for _, what := range []string{"answers", "ignored", "sent", "aborts", "aborts-ignored", "aborts-counted",
			"leaves", "leaves-abort", "once", "mask", "open-mask", "informed", "interrupted"} {
			want := run(what, signal)
			report := filepath.Join(dir, what+signal)
			if got := run(what, signal, "LD_PRELOAD="+lib, "SPARSERACER_OPTIONS=stock_guard='':stock_report='"+report+"'"); got != want {
				t.Errorf("%s of signal %s: %q, without us %q", what, signal, got, want)
			}
		}
	}
}
