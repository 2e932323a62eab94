package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestLoopSamples takes the pairs on loops other than Qt's the whole way, as
// TestSamples does.
func TestLoopSamples(t *testing.T) {
	for _, c := range []struct{ folder, library string }{{"uv", "libuv.so.1"}, {"glib", "libgio-2.0.so.0"}, {"gtk", "libgtk-3.so.0"}} {
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
			if c.folder == "gtk" {
				t.Setenv("DISPLAY", screen(t))
				t.Setenv("GDK_BACKEND", "x11")
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

// TestOwnLoop: the example of docs/loops.md runs without a recorder, is short, and
// its race is found.
func TestOwnLoop(t *testing.T) {
	if _, err := exec.LookPath("clang-19"); err != nil {
		missing(t, "clang 19 is not installed")
	}
	source := filepath.Join(built(t, "samples"), "own", "epoll.c")
	text, err := os.ReadFile(source)
	if err != nil || strings.Count(string(text), "\n") >= 40 {
		t.Errorf("the example is not under 40 lines: %v", err)
	}
	program := filepath.Join(t.TempDir(), "epoll")
	if out, err := exec.Command(built(t, "bin/sparse-cc"), "-g", "-O1", "-Wall", "-Wextra", "-Werror",
		"-I"+built(t, "tracelib/include"), source, "-o", program).CombinedOutput(); err != nil {
		t.Fatalf("sparse-cc: %v\n%s", err, out)
	}
	if out, err := exec.Command(program).CombinedOutput(); err != nil {
		t.Errorf("without a recorder: %v\n%s", err, out)
	}
	a, code := analyzeJSON(t, built(t, "bin/sparseracer"), record(t, built(t, "bin/sparseracer"), program))
	if code != exitRaces || len(a.Races) != 1 || !hasFunction(a.Races[0].Use.Stack, "show") ||
		!hasFunction(a.Races[0].Free.Stack, "leave") {
		t.Errorf("analyze ended with %d: %+v", code, a.Races)
	}
}
