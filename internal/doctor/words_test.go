package doctor

import (
	"os/exec"
	"path/filepath"
	"testing"

	"sparseracer/internal/steering"
	"sparseracer/internal/steering/steeringtest"
)

// TestStatusWords: a hook that is in place is counted, and with the word for it renamed
// it is not (as TestEveryWordIsSpoken of internal/steer has it for all others).
func TestStatusWords(t *testing.T) {
	speaker := steeringtest.Speaker(t)
	count := func(program string) int {
		out, err := exec.Command(program, "status").CombinedOutput()
		if err != nil {
			t.Fatal(err)
		}
		placed, all := countHooks(string(out))
		if all != 1 {
			t.Errorf("%d hooks in %q", all, out)
		}
		return placed
	}
	if count(speaker) != 1 {
		t.Error("it is not counted")
	}
	for _, w := range steering.Words {
		if w.Group == "status" {
			renamed := filepath.Join(t.TempDir(), "renamed")
			if steeringtest.Rename(t, w, speaker, renamed); count(renamed) != 0 {
				t.Errorf("%q was renamed, and nobody noticed", w.Text)
			}
		}
	}
}
