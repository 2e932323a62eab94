// Package samplebuilds compiles the samples in several ways, for tools that measure on all of
// them. What is built stays in the tool's folder, and is not built again.
package samplebuilds

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Folders are the project's, in which the tool was started, and keep, or a new one if that is "".
// done removes a new one.
func Folders(name, keep string) (root, dir string, done func(), err error) {
	done = func() {}
	if root, err = os.Getwd(); err != nil {
		return "", "", done, err
	}
	if keep == "" {
		if keep, err = os.MkdirTemp("", name+"-"); err != nil {
			return "", "", done, err
		}
		done = func() { os.RemoveAll(keep) }
	}
	dir, err = filepath.Abs(keep)
	return root, dir, done, err
}

// Names are the given samples, or all with a race.
func Names(root string, given []string) ([]string, error) {
	if len(given) > 0 {
		return given, nil
	}
	found, err := filepath.Glob(filepath.Join(root, "samples", "*_race.cpp"))
	if err != nil {
		return nil, err
	}
	for _, f := range found {
		given = append(given, strings.TrimSuffix(filepath.Base(f), "_race.cpp"))
	}
	return given, nil
}

// Build is one way to compile them, into the folder Name.
type Build struct{ Name, CC, CXX, Flags string }

// ASan is the flags of a build in which a race is proven.
const ASan = "-fsanitize=address -fno-optimize-sibling-calls"

// Make makes the builds that are not there yet, for Qt 5; more are arguments of cmake.
func Make(ctx context.Context, root, dir string, builds []Build, more ...string) error {
	for _, b := range builds {
		to := filepath.Join(dir, b.Name)
		if _, err := os.Stat(filepath.Join(to, "viewer_race")); err == nil {
			continue
		}
		configure := append([]string{"-S", filepath.Join(root, "samples"), "-B", to, "-DCMAKE_BUILD_TYPE=RelWithDebInfo", "-DQT_MAJOR=5",
			"-DCMAKE_C_COMPILER=" + b.CC, "-DCMAKE_CXX_COMPILER=" + b.CXX, "-DCMAKE_CXX_FLAGS=" + b.Flags}, more...)
		for _, args := range [][]string{configure, {"--build", to, "--parallel", "2"}} {
			if out, err := exec.CommandContext(ctx, "cmake", args...).CombinedOutput(); err != nil {
				return fmt.Errorf("cmake %s: %w\n%s", strings.Join(args, " "), err, out)
			}
		}
	}
	return nil
}
