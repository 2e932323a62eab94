package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/builds"
)

// What tests of the tool compile comes from the cache of builds where its inputs did
// not change: it is the tool that is tested here, not the compilers.

// pkgConfig is what compilers need for some libraries; a test without them ends.
func pkgConfig(t *testing.T, modules ...string) []string {
	t.Helper()
	out, err := exec.Command("pkg-config", append([]string{"--cflags", "--libs"}, modules...)...).Output()
	if err != nil {
		missing(t, "pkg-config does not know "+strings.Join(modules, " "))
	}
	return strings.Fields(string(out))
}

// cmakeBuild gives the folder of a project's programs; targets are those that are
// wanted, or "all".
func cmakeBuild(t *testing.T, source, cc, cxx, flags string, options []string, targets ...string) string {
	t.Helper()
	options = append([]string{"-DCMAKE_BUILD_TYPE=RelWithDebInfo", "-DCMAKE_C_COMPILER=" + cc, "-DCMAKE_CXX_COMPILER=" + cxx,
		"-DCMAKE_C_FLAGS=" + flags, "-DCMAKE_CXX_FLAGS=" + flags}, options...)
	in := builds.Inputs{Words: append(append([]string{"cmake", source}, options...), targets...)}
	for _, pattern := range []string{"CMakeLists.txt", "*.cmake", "../*.cmake", "*.c", "*.cpp", "*.h"} {
		found, err := filepath.Glob(filepath.Join(source, pattern))
		if err != nil {
			t.Fatal(err)
		}
		in.Files = append(in.Files, found...)
	}
	if filepath.IsAbs(cc) { // ours, with the program that does its work
		in.Files = append(in.Files, cc, filepath.Join(filepath.Dir(cc), "../lib/sparse-instrument"))
	}
	dir, err := builds.Folder(in, func(dir string) error {
		build := []string{"--build", dir, "--parallel", "2"}
		if len(targets) > 0 {
			build = append(append(build, "--target"), targets...)
		}
		for _, args := range [][]string{append([]string{"-S", source, "-B", dir}, options...), build} {
			if out, err := exec.Command("cmake", args...).CombinedOutput(); err != nil {
				return fmt.Errorf("cmake %s: %w\n%s", strings.Join(args, " "), err, out)
			}
		}
		return os.RemoveAll(filepath.Join(dir, "CMakeFiles")) // the objects, which are most of it
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// copied is a copy of a program for a test that changes or moves it.
func copied(t *testing.T, program string) string {
	t.Helper()
	data, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), filepath.Base(program))
	if err := os.WriteFile(path, data, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}
