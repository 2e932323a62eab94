package recording

import (
	"bytes"
	"errors"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestLeftBehind: what a program has started and left behind keeps its output open for longer
// than anybody waits.
func TestLeftBehind(t *testing.T) {
	for script, want := range map[string]int{"sleep 1000 & echo $!": 0, "sleep 1000 & echo $!; exit 3": 3} {
		var out bytes.Buffer
		cmd := exec.Command("sh", "-c", script)
		cmd.Stdout = &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- waitFor(t.Context(), cmd, 0) }()
		select {
		case err := <-ended:
			var status *exec.ExitError
			if want == 0 && err != nil || want != 0 && (!errors.As(err, &status) || status.ExitCode() != want) {
				t.Errorf("%s: %v", script, err)
			}
		case <-time.After(100 * time.Second):
			t.Fatalf("%s: the program has ended, and it is waited for", script)
		}
		if pid, err := strconv.Atoi(strings.TrimSpace(out.String())); err != nil || syscall.Kill(pid, syscall.SIGKILL) != nil {
			t.Errorf("%s: %q is no process that is left", script, out.String())
		}
	}
}
