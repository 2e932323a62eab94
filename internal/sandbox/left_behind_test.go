package sandbox

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

// TestEndLeftBehind: what a program left behind is ended, and what that leaves behind; what was
// there before stays.
func TestEndLeftBehind(t *testing.T) {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil { // as in a sandbox
		t.Fatal(err)
	}
	stays := exec.Command("sleep", "1000")
	if err := stays.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { stays.Process.Kill(); stays.Wait() }()
	before := Children()
	if !slices.Contains(before, stays.Process.Pid) {
		t.Fatalf("%v without %d", before, stays.Process.Pid)
	}
	hostile := filepath.Join(t.TempDir(), "a) R 1 (b")
	if err := os.Symlink("/bin/sleep", hostile); err != nil {
		t.Fatal(err)
	}
	if err := exec.Command("sh", "-c", `"$0" 1004 & setsid sleep 1001 & setsid sh -c 'sleep 1002 & sleep 1003' & sh -c "sh -c 'exit 1' &"`, hostile).Run(); err != nil {
		t.Fatal(err)
	}
	if len(Children()) < len(before)+3 {
		t.Fatalf("nothing was left behind: %v", Children())
	}
	EndLeftBehind(before)
	if after := Children(); !slices.Equal(after, before) {
		t.Errorf("%v are left, expected %v", after, before)
	}
}
