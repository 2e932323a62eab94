package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// An interrupt ends a verb in the middle of its work, and nothing half-done
// stays behind.
func TestInterrupt(t *testing.T) {
	tool := built(t, "bin/sparseracer")
	dir := t.TempDir()
	large := filepath.Join(dir, "large.txt")
	f, err := os.Create(large)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(f)
	for i := 0; i < 2_000_000; i++ {
		fmt.Fprintf(w, "read(%#x,8)\n", i*8)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	f.Close()
	cmd := exec.Command(tool, "convert", large, filepath.Join(dir, "out.srt"))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for begun := time.Now(); ; time.Sleep(time.Millisecond) {
		if started, _ := filepath.Glob(dir + "/.*"); len(started) > 0 {
			break
		}
		if time.Since(begun) > time.Minute {
			t.Fatal("it writes nothing")
		}
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() != exitError {
		t.Errorf("ended with %v", err)
	}
	for _, pattern := range []string{"/o*", "/.*"} {
		if left, _ := filepath.Glob(dir + pattern); len(left) > 0 {
			t.Errorf("left behind: %q", left)
		}
	}
}
