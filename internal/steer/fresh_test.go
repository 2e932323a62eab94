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
