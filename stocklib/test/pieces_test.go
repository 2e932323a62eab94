package test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPieces: the code of a function is found where the compiler has put it, and a function that it
// jumps to at its end is none of it.
func TestPieces(t *testing.T) {
	for _, how := range []string{"-fomit-frame-pointer", "-fno-omit-frame-pointer"} {
		program := filepath.Join(t.TempDir(), "pieces")
		compile(t, program, "testdata/pieces.c", "../src/pieces_x86_64.c", "../src/unwind.c", "../src/modules.c", "-fno-ipa-cp", "-fno-ipa-icf", how, "-lZydis", "-ldl")
		for args, want := range map[string]string{
			"":    "2\noften 1 1\noften 0 0\n" + strings.Repeat("seldom 1 0\noften 1 1\n", 5) + "often 0 0\nmain 0 0\n",
			"a":   "2\nfirst 1 0\n",
			"a b": "2\noften 1 1\nlast 1 0\n",
		} {
			out, err := exec.Command(program, strings.Fields(args)...).CombinedOutput()
			if err != nil || string(out) != want {
				t.Errorf("%s, %q: %v\n%s", how, args, err, out)
			}
		}
	}
}

// TestTableless: of code without unwind information the frames are found by their pointers, and
// no file is opened for it at every step.
func TestTableless(t *testing.T) {
	program := filepath.Join(t.TempDir(), "tableless")
	compile(t, program, "testdata/tableless.c", "../src/unwind.c", "../src/modules.c", "-fno-asynchronous-unwind-tables",
		"-fno-omit-frame-pointer", "-rdynamic", "-ldl", "-Wl,--no-eh-frame-hdr")
	out, err := exec.Command(program).CombinedOutput()
	if err != nil || string(out) != "0 files, 21\n" {
		t.Errorf("%v\n%s", err, out)
	}
}
