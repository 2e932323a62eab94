package main

import (
	"path/filepath"
	"testing"

	"sparseracer/internal/builds"
)

// TestUnoptimised: races are reported of programs that are built without optimisation, too,
// where each hook is a call.
func TestUnoptimised(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	for _, name := range []string{"handed", "child", "deferred"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			program := builds.Program(t, name, built(t, "bin/sparse-c++"), append([]string{"-std=c++17", "-fPIC", "-g", "-O0", "-o", "{out}",
				filepath.Join("../../samples", name+"_race.cpp")}, pkgConfig(t, "Qt5Widgets")...)...)
			want := sampleBuilds{}.expectation(t, name+"_race")
			if a, code := analyzeJSON(t, tool, record(t, tool, program)); code != exitRaces || len(a.Races) != 1 || a.Races[0].ID != want.id {
				t.Errorf("analyze ended with %d: %+v, expected %s", code, a, want.id)
			}
		})
	}
}
