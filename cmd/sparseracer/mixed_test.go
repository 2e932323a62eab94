package main

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"testing"

	"sparseracer/internal/builds"
)

// A program of two halves, the executable and a library beside it, of which one is
// instrumented: that one gives accesses, the other one holds, without a flag.
func TestMixedProgram(t *testing.T) {
	t.Parallel()
	tool, recorded := built(t, "bin/sparseracer"), built(t, "bin/sparse-c++")
	built(t, "lib/libsparsestock.so")
	for name, c := range map[string]struct{ exe, library string }{
		"the library is stock":       {recorded, "g++"},
		"the executable is stock":    {"g++", recorded},
		"everything is instrumented": {recorded, recorded},
		"nothing is instrumented":    {"g++", "g++"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := record(t, tool, buildMixed(t, c.exe, c.library))
			kept, held := auditedFunctions(t, tool, path)
			for _, f := range []string{"Part::wait(Note*)", "LibraryPart::wait(Note*)"} {
				stock := c.exe == "g++" && f == "Part::wait(Note*)" || c.library == "g++" && f != "Part::wait(Note*)"
				if held[f] != stock || kept[f] == stock {
					t.Errorf("%s: held %v, used again %v; found held %v, used %v", f, stock, !stock, held, kept)
				}
			}
		})
	}
}

func buildMixed(t *testing.T, exe, library string) string {
	t.Helper()
	for _, compiler := range []string{exe, library} {
		if _, err := exec.LookPath(compiler); err != nil {
			missing(t, compiler+" is not installed")
		}
	}
	source := built(t, "cmd/sparseracer/testdata/mixed")
	part, lib := filepath.Join(source, "part.cpp"), "{dir}/libnotes.so"
	flags := append([]string{"-g", "-O1", "-fPIC", "-std=c++17"}, pkgConfig(t, "Qt5Core")...)
	return filepath.Join(builds.Commands(t, "program",
		append([]string{library, "-DIN_LIBRARY", "-shared", part, "-o", lib}, flags...),
		append([]string{exe, filepath.Join(source, "main.cpp"), part, lib, "-Wl,-rpath,$ORIGIN", "-o", "{out}"}, flags...)), "program")
}

// auditedFunctions are those that used something again after their loop, and those
// that held something across it.
func auditedFunctions(t *testing.T, tool, path string) (kept, held map[string]bool) {
	t.Helper()
	stdout, stderr, code := command(t, "", tool, "audit", "--json", path)
	if code != 0 {
		t.Fatalf("audit ended with %d: %s", code, stderr)
	}
	type frame struct{ Function string }
	var out struct {
		Places []struct {
			Objects []struct{ Use *frame }
			Held    []struct{ Holder *frame }
		}
	}
	if err := json.Unmarshal([]byte(stdout), &out); err != nil {
		t.Fatal(err)
	}
	kept, held = map[string]bool{}, map[string]bool{}
	for _, p := range out.Places {
		for _, o := range p.Objects {
			if o.Use != nil {
				kept[o.Use.Function] = true
			}
		}
		for _, h := range p.Held {
			if h.Holder != nil {
				held[h.Holder.Function] = true
			}
		}
	}
	return kept, held
}
