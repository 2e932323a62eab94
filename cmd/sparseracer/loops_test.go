package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestLoopSamples takes the pairs on loops other than Qt's the whole way, as
// TestSamples does.
func TestLoopSamples(t *testing.T) {
	for _, c := range []struct{ folder, library string }{{"uv", "libuv.so.1"}} {
		t.Run(c.folder, func(t *testing.T) {
			for _, tool := range []string{"cmake", "clang-19"} {
				if _, err := exec.LookPath(tool); err != nil {
					missing(t, tool+" is not installed")
				}
			}
			if findLibrary(c.library) == "" {
				missing(t, c.library+" is not installed")
			}
			tool := built(t, "bin/sparseracer")
			source := filepath.Join(built(t, "samples"), c.folder)
			races, err := filepath.Glob(filepath.Join(source, "*_race.c"))
			if err != nil || len(races) == 0 {
				t.Fatalf("no samples: %v", err)
			}
			top := sampleBuilds{t.TempDir(), t.TempDir()}
			sampleBuilds{filepath.Join(top.recorded, c.folder), filepath.Join(top.asan, c.folder)}.build(t, source)
			for _, race := range races {
				name := c.folder + "/" + strings.TrimSuffix(filepath.Base(race), "_race.c")
				t.Run(filepath.Base(name), func(t *testing.T) {
					t.Parallel() // they mostly wait for their timers
					schedule := raceIsProved(t, tool, top, name+"_race", "")
					twinIsSilent(t, tool, top, name+"_norace", schedule)
				})
			}
		})
	}
}
