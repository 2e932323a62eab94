package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"sparseracer/internal/install"
)

// TestSameBugSameID: the id of a race outlives another run, another build, another
// place of the sources and lines that moved.
func TestSameBugSameID(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	if install.FindLibrary("libQt5Core.so.5") == "" {
		missing(t, "Qt 5 is not installed")
	}
	source, err := os.ReadFile("../../samples/viewer_race.cpp")
	if err != nil {
		t.Fatal(err)
	}
	moved := append([]byte("// Lines that move all others.\n\n\n"), source...)
	plain := compileSample(t, source, "-O1")
	ids := map[string]string{}
	for name, program := range map[string]string{
		"first run":  plain,
		"second run": plain,
		"recompiled": compileSample(t, moved, "-O2"),
	} {
		a, _ := analyzeJSON(t, tool, record(t, tool, program))
		if len(a.Races) != 1 {
			t.Fatalf("%s: %+v, expected one race", name, a)
		}
		ids[name] = a.Races[0].ID
	}
	if ids["first run"] != ids["second run"] || ids["first run"] != ids["recompiled"] {
		t.Errorf("one bug has several ids: %v", ids)
	}
}

// compileSample builds a sample for recording, in a folder of its own.
func compileSample(t *testing.T, source []byte, optimize string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "viewer_race.cpp")
	if err := os.WriteFile(file, source, 0o644); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(filepath.Dir(file), "viewer_race")
	args := append([]string{"-g", optimize, "-fPIC", "-std=c++17", file, "-o", program}, pkgConfig(t, "Qt5Widgets")...)
	if out, err := exec.Command(built(t, "bin/sparse-c++"), args...).CombinedOutput(); err != nil {
		t.Fatalf("sparse-c++: %v\n%s", err, out)
	}
	return program
}
