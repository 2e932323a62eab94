package explore

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"sparseracer/internal/steering"
	"sparseracer/internal/steering/steeringtest"
)

// TestLookWords: what windows show is read, and with any word of it renamed it is not
// (as TestEveryWordIsSpoken of internal/steer has it for all others).
func TestLookWords(t *testing.T) {
	speaker := steeringtest.Speaker(t)
	understood := func(program string) bool {
		dir, f := t.TempDir(), Facts{}
		if err := os.WriteFile(filepath.Join(dir, "no.png"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := exec.Command(program, "look", dir).Run(); err != nil {
			t.Fatal(err)
		}
		if err := f.look(dir, dir); err != nil {
			return false
		}
		want := []string{steering.LookHandler + "W:w clicked()", steering.LookObject + "W:w title", steering.LookTimer + "QTimer:t"}
		return f.looked() && !slices.ContainsFunc(want, func(what string) bool { return f[what] == "" }) && len(f) == 4 && pending(want[2])
	}
	if !understood(speaker) {
		t.Fatal("not understood as it is")
	}
	for _, w := range steering.Words {
		if w.Group == "look" {
			renamed := filepath.Join(t.TempDir(), "renamed")
			if steeringtest.Rename(t, w, speaker, renamed); understood(renamed) {
				t.Errorf("%q was renamed, and nobody noticed", w.Text)
			}
		}
	}
}
