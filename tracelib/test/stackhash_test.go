package recorder_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sparseracer/internal/builds"
	"sparseracer/internal/needs"
)

// TestStackHash: a stack that was defined is found again by one look. Were it not, each
// operation would go through all frames, and recording would cost what the stack is deep;
// nothing else would be seen of it. And what is remembered of a place is the stack that it has.
func TestStackHash(t *testing.T) {
	needs.Tool(t, "gcc")
	sources, err := filepath.Glob("../src/*.c")
	if err != nil {
		t.Fatal(err)
	}
	assembly, err := filepath.Glob("../src/*_x86_64.S")
	if err != nil {
		t.Fatal(err)
	}
	sources = slices.DeleteFunc(sources, func(path string) bool { return strings.HasSuffix(path, "/stacks.c") }) // included by the test
	args := append([]string{"-std=gnu11", "-D_GNU_SOURCE", "-O1", "-fno-builtin", "-fno-strict-aliasing", "-fvisibility=hidden", "-pthread", "-I../include",
		"-o", "{out}", "testdata/stackhash.c"}, append(sources, assembly...)...)
	program := builds.Program(t, "stackhash", "gcc", append(args, "-ldl", "-lzstd")...)
	if r := record(t, "", program); r.state.ExitCode() != 0 {
		t.Errorf("%s%s", r.stdout, r.stderr)
	}
}
