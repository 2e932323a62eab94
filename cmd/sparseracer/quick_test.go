package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/install"
)

// TestQuickSamples takes the pairs on Qt Quick the whole way, as TestSamples does, on both Qts.
func TestQuickSamples(t *testing.T) {
	t.Parallel()
	for _, tool := range []string{"cmake", "clang++-19"} {
		if _, err := exec.LookPath(tool); err != nil {
			missing(t, tool+" is not installed")
		}
	}
	tool := built(t, "bin/sparseracer")
	races, err := filepath.Glob("../../samples/quick/*_race.cpp")
	if err != nil || len(races) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	for _, qt := range []string{"5", "6"} {
		t.Run("qt"+qt, func(t *testing.T) {
			t.Parallel()
			if install.FindLibrary("libQt"+qt+"Quick.so."+qt) == "" {
				missing(t, "Qt Quick of Qt "+qt+" is not installed")
			}
			b := buildFolder(t, built(t, "samples/quick"), "-DQT_MAJOR="+qt)
			b.folder, b.library = "quick", "Qt "+libraryVersion(t, "Qt"+qt+"Quick")
			for _, race := range races {
				name := strings.TrimSuffix(filepath.Base(race), "_race.cpp")
				t.Run(name, func(t *testing.T) {
					t.Parallel() // they mostly wait
					pairHolds(t, tool, b, name, qt)
				})
			}
		})
	}
}
