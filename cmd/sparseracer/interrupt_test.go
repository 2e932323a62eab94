package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"sparseracer/internal/interrupt"
	"sparseracer/internal/steer"
)

// interruptKeeps: Ctrl-C in the middle of many runs; what they showed so far is reported and
// written, and nothing of them goes on.
func interruptKeeps(t *testing.T, tool, trace, race, program string) {
	t.Helper()
	dir, scratch := t.TempDir(), t.TempDir()
	cmd := exec.Command(tool, "confirm", trace, "--race", race, "--runs", "2000", "--jobs", "1", "-o", dir, "--", program)
	cmd.Env = append(os.Environ(), "QT_QPA_PLATFORM=offscreen", "XDG_RUNTIME_DIR="+scratch, "TMPDIR="+scratch)
	var out, said limited
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for begun := time.Now(); len(seen) < 3; time.Sleep(time.Millisecond) { // two runs are over
		runs, _ := filepath.Glob(scratch + "/sparseracer-run-*")
		for _, run := range runs {
			seen[run] = true
		}
		if time.Since(begun) > 2*time.Minute {
			_ = cmd.Process.Kill()
			t.Fatalf("%d runs in two minutes\n%s%s", len(seen), out, said)
		}
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != exitError || !strings.Contains(string(out), "race "+race+": confirmed, ") {
		t.Errorf("interrupted, it ended with %d and said\n%s%s", code, out, said)
	}
	known, err := steer.ReadVerdicts(dir)
	if err != nil || known[race].Proven < 1 || known[race].Runs > 100 || !exists(filepath.Join(dir, known[race].Schedule)) {
		t.Errorf("%v, kept %+v", err, known)
	}
	if left, _ := filepath.Glob(scratch + "/sparseracer-*"); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

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
			if st, err := os.Stat(started[0]); err == nil && st.Size() > 0 { // it knows by then what to remove
				break
			}
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

// TestInterruptOnItsWay: an interrupt that ended the program, and is seen only after that, ends
// nothing of the rest; a later one does.
func TestInterruptOnItsWay(t *testing.T) {
	program, stop := interrupt.Context(t.Context(), os.Interrupt)
	defer stop()
	rest, cancel := afterProgram(program)
	defer cancel()
	must(t, syscall.Kill(os.Getpid(), syscall.SIGINT))
	<-program.Done()
	select {
	case <-rest.Done():
		t.Fatal("the program's interrupt ended the rest")
	case <-time.After(onItsWay + 100*time.Millisecond):
	}
	must(t, syscall.Kill(os.Getpid(), syscall.SIGINT))
	<-rest.Done()
}

// TestAfterProgramEnds: what is not an interrupt ends the rest as well.
func TestAfterProgramEnds(t *testing.T) {
	asked, cancel := context.WithCancel(t.Context())
	rest, done := afterProgram(asked)
	defer done()
	cancel()
	<-rest.Done()
	late, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer stop()
	after, doneAfter := afterProgram(late)
	defer doneAfter()
	<-after.Done()
	if ended, doneEnded := afterProgram(late); ended.Err() != nil { // its time was the program's
		t.Error(ended.Err())
	} else {
		doneEnded()
	}
}
