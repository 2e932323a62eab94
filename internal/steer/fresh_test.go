package steer

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"sparseracer/internal/needs"
)

// TestFreshLeavesNothing: what a run makes in /dev/shm goes with it, what was there stays.
func TestFreshLeavesNothing(t *testing.T) {
	if _, err := os.Stat(sharedFolder); err != nil {
		needs.Missing(t, err.Error())
	}
	mine := filepath.Join(sharedFolder, fmt.Sprintf("sparseracer-test-%d", os.Getpid()))
	if err := os.WriteFile(mine, nil, 0o600); err != nil {
		needs.Missing(t, err.Error())
	}
	defer os.Remove(mine)
	f := &fresh{shared: map[string]bool{}, ipc: true}
	for _, e := range entries(sharedFolder) {
		f.shared[e] = true
	}
	left := mine + "-left"
	if err := os.WriteFile(left, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	defer os.Remove(left)
	f.undo(os.Getpid())
	if _, err := os.Stat(left); err == nil {
		t.Error("what the run left is still there")
	}
	if _, err := os.Stat(mine); err != nil {
		t.Error("what was there before is gone")
	}
}

// TestFreshWithoutBus: where no D-Bus for the run alone can be had, the program gets the user's.
func TestFreshWithoutBus(t *testing.T) {
	lib, err := filepath.Abs("../../lib")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(lib, "libsparseqt.so")); err != nil {
		needs.Missing(t, "lib/libsparseqt.so is not built: run make")
	}
	t.Setenv("PATH", t.TempDir()) // no dbus-daemon
	path := "/bin/true"
	s, err := Parse("x", []byte(`{"format":"sparseracer-schedule","version":7,"race":{"id":"x","kind":"use-free","summary":""},"watchdog_ms":1000,
"directives":[{"hold":{"event":"a","until":[{"event":"b"}],"timeout_ms":500}}],"goal":{"free":"b","use":"a"},
"expect":{"use":["f"],"free":["g"],"alloc":["h"]}}`))
	if err != nil {
		t.Fatal(err)
	}
	out, err := runProgram(t.Context(), s, &program{path: path, plain: true}, []string{path},
		RunOptions{Lib: lib, Fresh: true, Scratch: t.TempDir(), Env: []string{"DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere"}})
	if err != nil || out.ExitCode != 0 {
		t.Errorf("%v, %+v", err, out)
	}
}
