package faults

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"sparseracer/internal/needs"
)

// TestDeepBind: a library whose malloc is the C library's own, as one loaded with RTLD_DEEPBIND has
// it, gives back what the program has allocated, and the other way round, on every heap of ours.
func TestDeepBind(t *testing.T) {
	t.Parallel()
	dir, tool := t.TempDir(), filepath.Join(ourRoot(t), "bin/sparseracer")
	program, library := filepath.Join(dir, "deepbind"), filepath.Join(dir, "libdeepbind.so")
	for _, args := range [][]string{{"-shared", "-fPIC", "-DLIBRARY", "-o", library}, {"-pthread", "-o", program}} {
		args = append([]string{"-O1", "-fno-builtin", "-w", "testdata/deepbind.c"}, args...)
		if out, err := exec.Command(needs.Tool(t, "gcc"), args...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	for name, by := range map[string][]string{
		"alone":    nil,
		"recorded": {tool, "record", "-o", "t.srt", "--stock=no", "--"},
		"stock":    {tool, "record", "-o", "t.srt", "--stock=yes", "--"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if out, said := run(t, os.Environ(), by, program, library); ours.ReplaceAllString(out, "") != "done\nstandard error:\nended with 0\n" {
				t.Errorf("%q\n%s", out, said)
			}
		})
	}
}
