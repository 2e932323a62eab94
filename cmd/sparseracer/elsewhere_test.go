package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/builds"
	"sparseracer/internal/install"
)

// qtElsewhere copies a Qt's libraries into a folder, as an installer or an AppImage brings
// its own.
func qtElsewhere(t *testing.T, dir string, major int) {
	t.Helper()
	for _, part := range []string{"Core", "Gui", "Widgets", "DBus"} {
		name := fmt.Sprintf("libQt%d%s.so.%[1]d", major, part)
		data, err := os.ReadFile(install.FindLibrary(name))
		if err != nil {
			missing(t, fmt.Sprintf("Qt %d is not installed: %v", major, err))
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// TestQtElsewhere: a Qt in a folder that is not the system's is recorded, and its races
// proved, whether the environment or the program names the folder.
func TestQtElsewhere(t *testing.T) {
	t.Parallel()
	b, dir := buildSamples(t, "6"), t.TempDir()
	tool := built(t, "bin/sparseracer")
	qtElsewhere(t, dir, 6)
	there := withEnvironment(t, tool, []string{"LD_LIBRARY_PATH=" + dir})
	stock, _ := analyzeJSON(t, tool, record(t, tool, filepath.Join(b.recorded, "viewer_race")))
	path := record(t, there, filepath.Join(b.recorded, "viewer_race"))
	if info, _, _ := command(t, "", tool, "info", path); !strings.Contains(info, dir+"/libQt6Core.so.6") {
		t.Errorf("the trace has\n%s", info)
	}
	a, code := analyzeJSON(t, tool, path)
	if code != exitRaces || len(a.Races) != 1 || len(stock.Races) != 1 || a.Races[0].ID != stock.Races[0].ID {
		t.Fatalf("analyze ended with %d: %+v, expected %+v", code, a, stock)
	}
	stdout, stderr, code := command(t, "", there, "confirm", "-o", t.TempDir(), path, "--", filepath.Join(b.asan, "viewer_race"))
	if code != exitRaces || !strings.Contains(stdout, "confirmed, 1 of 1 runs") || strings.Contains(stderr, "missing") {
		t.Errorf("confirm ended with %d:\n%s%s", code, stdout, stderr)
	}

	// The program names a folder beside it.
	own := builds.Program(t, "qt", "g++", append([]string{"-fPIC", "-std=c++17", "-o", "{out}", "testdata/qt.cpp",
		"-Wl,--disable-new-dtags,-rpath,$ORIGIN"}, pkgConfig(t, "Qt6Core")...)...)
	data, err := os.ReadFile(own)
	if err != nil {
		t.Fatal(err)
	}
	exe := filepath.Join(dir, "program")
	if err := os.WriteFile(exe, data, 0o755); err != nil {
		t.Fatal(err)
	}
	path = record(t, tool, exe)
	if info, _, _ := command(t, "", tool, "info", path); !strings.Contains(info, dir+"/libQt6Core.so.6") || !strings.Contains(info, "deq") {
		t.Errorf("the trace has\n%s", info)
	}
}
