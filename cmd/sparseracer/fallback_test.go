package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/builds"
)

// TestFallback builds one program with our compiler and with the thread
// sanitizer's instrumentation of clang and of gcc, as docs/compilers.md says:
// all three must show the same race, and only the latter two warn.
func TestFallback(t *testing.T) {
	t.Parallel()
	tool, lib := built(t, "bin/sparseracer"), filepath.Dir(built(t, "lib/libsparserec.so"))
	ours := fallbackRace(t, tool, buildLoop(t, built(t, "bin/sparse-c++"), nil, nil), false)
	link := []string{"-fno-sanitize=thread", "-L" + lib, "-Wl,--no-as-needed", "-lsparserec", "-Wl,-rpath," + lib}
	for _, c := range []struct{ compiler, flags string }{
		{"clang++-19", "-fsanitize=thread"}, {"clang++-19", "-Xclang -fsanitize=thread"}, {"g++", "-fsanitize=thread"},
	} {
		t.Run(c.compiler+" "+c.flags, func(t *testing.T) {
			if _, err := exec.LookPath(c.compiler); err != nil {
				missing(t, c.compiler+" is not installed")
			}
			race := fallbackRace(t, tool, buildLoop(t, c.compiler, strings.Fields(c.flags), link), true)
			if race != ours {
				t.Errorf("found race %s, with our compiler %s", race, ours)
			}
		})
	}
}

// buildLoop compiles and links in two steps, as build systems do: the compile
// flags stand on the linker's line as well.
func buildLoop(t *testing.T, compiler string, flags, link []string) string {
	t.Helper()
	return buildSource(t, "fallback/loop.cpp", compiler, flags, link)
}

func buildSource(t *testing.T, source, compiler string, flags, link []string) string {
	t.Helper()
	common := append([]string{"-std=c++17", "-g", "-O1"}, flags...)
	compile := append(common[:len(common):len(common)], "-I"+built(t, "tracelib/include"), "-c",
		built(t, "cmd/sparseracer/testdata/"+source), "-o", "{dir}/loop.o")
	link = append(append(common[:len(common):len(common)], "{dir}/loop.o", "-o", "{out}"), link...)
	return filepath.Join(builds.Commands(t, "loop", append([]string{compiler}, compile...), append([]string{compiler}, link...)), "loop")
}

// fallbackRace gives the id of the one race that a recorded run shows.
func fallbackRace(t *testing.T, tool, program string, fallback bool) string {
	t.Helper()
	path := record(t, tool, program)
	stdout, stderr, _ := command(t, "", tool, "analyze", path)
	if warned := strings.Contains(stdout, "built with -fsanitize=thread"); warned != fallback {
		t.Errorf("warning of lost information: %v, expected %v\n%s%s", warned, fallback, stdout, stderr)
	}
	a, code := analyzeJSON(t, tool, path)
	if code != 1 || len(a.Races) != 1 {
		t.Fatalf("analyze ended with %d and %d races, expected 1 and 1\n%s", code, len(a.Races), stdout)
	}
	return a.Races[0].ID
}
