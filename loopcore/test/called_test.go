package test

import (
	"os/exec"
	"path/filepath"
	"testing"

	"sparseracer/internal/needs"
)

// TestCalledBy: a library is the caller of what it calls by name, with stubs and without, and not of what it calls by a pointer.
func TestCalledBy(t *testing.T) {
	for _, compiler := range []string{"gcc", "clang-19"} {
		for _, plt := range []string{"-fplt", "-fno-plt"} {
			t.Run(compiler+plt, func(t *testing.T) {
				dir := t.TempDir()
				exe, library := filepath.Join(dir, "called"), filepath.Join(dir, "libcaller.so")
				for _, args := range [][]string{
					{"-shared", "-fPIC", plt, "-DLIBRARY", "-o", library, "testdata/called.c"},
					{"-rdynamic", "-D_GNU_SOURCE", "-I", "../include", "-o", exe, "testdata/called.c", "../src/called_x86_64.c", "../src/elfsym.c", library},
				} {
					cmd := exec.Command(needs.Tool(t, compiler), append([]string{"-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror"}, args...)...)
					if out, err := cmd.CombinedOutput(); err != nil {
						t.Fatalf("%v\n%s", err, out)
					}
				}
				const want = "by name 1, by pointer 0, by a jump 0, by the program 0\n"
				if out, err := exec.Command(exe).CombinedOutput(); err != nil || string(out) != want {
					t.Errorf("%v, %q, expected %q", err, out, want)
				}
			})
		}
	}
}
