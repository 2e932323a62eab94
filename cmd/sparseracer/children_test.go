package main

import (
	"strings"
	"testing"

	"sparseracer/internal/builds"
)

// TestChildren: a handler that gets its children anew meets none that is gone, whichever Qt it is
// built for and however much it is optimised. A list from before a wait is a race, and is proven; so is what else the
// program puts into a list. The same of the windows that Qt lists.
func TestChildren(t *testing.T) {
	t.Parallel()
	for _, qt := range []string{"Qt5Widgets", "Qt6Widgets"} {
		for _, optimised := range []string{"-O0", "-O2"} {
			for way, races := range map[string]int{"CALLED": 0, "INDEXED": 0, "WITHIN": 0, "BEFORE": 1, "ADDED": 1, "WINDOWS": 0, "WINDOWS_BEFORE": 1} {
				t.Run(qt+optimised+way, func(t *testing.T) {
					t.Parallel()
					children(t, qt, optimised, way, races)
				})
			}
		}
	}
}

func children(t *testing.T, qt, optimised, way string, races int) {
	tool := built(t, "bin/sparseracer")
	program := builds.Program(t, "children", built(t, "bin/sparse-c++"), append([]string{"-std=c++17", "-fPIC", "-g", "-fsanitize=address",
		"-fno-omit-frame-pointer", optimised, "-D" + way, "-o", "{out}", "testdata/children.cpp"}, pkgConfig(t, qt)...)...)
	path := record(t, tool, program)
	a, _ := analyzeJSON(t, tool, path)
	if len(a.Races) != races {
		t.Fatalf("%d races, %d expected: %+v", len(a.Races), races, a.Races)
	}
	if races == 0 || optimised != "-O0" {
		return
	}
	if stdout, stderr, code := command(t, "", tool, "confirm", "-o", t.TempDir(), "--runs", "1", path, "--", program); code != exitRaces || !strings.Contains(stdout, ": confirmed") || !strings.Contains(stdout, "1 of 1 run") {
		t.Errorf("confirm ended with %d:\n%s%s", code, stdout, stderr)
	}
}
