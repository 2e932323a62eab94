package faults

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/needs"
)

// TestReplaced: a program that replaces some of operator new and delete, or malloc, gets from the others what C++'s library
// makes of its own, whatever of ours stands before that.
func TestReplaced(t *testing.T) {
	t.Parallel()
	root := ourRoot(t)
	tool := filepath.Join(root, "bin/sparseracer")
	for part, what := range []string{"nothing", "plain", "arrays", "aligned", "malloc"} {
		for _, how := range [][]string{{"g++"}, {"g++", "-no-pie", "-fno-pie"}, {filepath.Join(root, "bin/sparse-c++")}} {
			t.Run(what+" "+strings.Join(append([]string{filepath.Base(how[0])}, how[1:]...), " "), func(t *testing.T) {
				t.Parallel()
				program := filepath.Join(t.TempDir(), "replaced")
				args := append([]string{"-std=c++17", "-g", "-O1", "-w", "-fsized-deallocation", fmt.Sprintf("-DPART=%d", part), "-o", program, "testdata/replaced.cpp"}, how[1:]...)
				cmd := exec.Command(needs.Tool(t, how[0]), args...)
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				for _, by := range [][]string{
					nil,
					{tool, "record", "-o", "t.srt", "--stock=no", "--"},
					{tool, "record", "-o", "t.srt", "--stock=yes", "--"},
				} {
					if out, said := run(t, os.Environ(), by, program); ours.ReplaceAllString(out, "") != "live 0, thrown 3\nstandard error:\nended with 0\n" {
						t.Errorf("%q: %q\n%s", by, out, said)
					}
				}
			})
		}
	}
}
