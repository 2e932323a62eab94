package test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/builds"
	"sparseracer/internal/needs"
)

// gioProgram builds testdata/NAME.c with GIO; flags come before its own.
func gioProgram(t *testing.T, name, compiler string, flags ...string) string {
	t.Helper()
	source, err := filepath.Abs("testdata/" + name + ".c")
	if err != nil {
		t.Fatal(err)
	}
	gio, err := exec.Command("pkg-config", "--cflags", "--libs", "gio-2.0").Output()
	needs.Have(t, "libglib2.0-dev", err == nil)
	return builds.Program(t, name, compiler, append(append(flags, "-g", "-o", "{out}", source), strings.Fields(string(gio))...)...)
}

// byGCC builds it with GCC, without a warning.
func byGCC(t *testing.T, name string, flags ...string) string {
	t.Helper()
	return gioProgram(t, name, needs.Tool(t, "gcc"), append([]string{"-std=gnu11", "-Wall", "-Wextra", "-Werror"}, flags...)...)
}
