package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/builds"
)

// TestOneBuild: a build by sparse-c++ -fsanitize=address is recorded, and the same build is
// steered; it goes the way of the samples, by the same ids.
func TestOneBuild(t *testing.T) {
	t.Parallel()
	tool, compiler := built(t, "bin/sparseracer"), built(t, "bin/sparse-c++")
	for _, c := range []struct{ pair, level string }{{"pointer", "-O0"}, {"search", "-O2"}, {"answer", "-O1"}} {
		t.Run(c.pair, func(t *testing.T) {
			t.Parallel()
			source, _ := filepath.Abs("../../samples/" + c.pair + "_race.cpp")
			var commands [][]string
			for twin, define := range map[string]string{"_race": "-DRACY", "_norace": "-DMENDED"} {
				commands = append(commands, append([]string{compiler, "-std=c++17", "-fPIC", "-g", c.level, "-fno-omit-frame-pointer", "-fsanitize=address",
					define, "-o", "{dir}/" + c.pair + twin, source}, pkgConfig(t, "Qt5Widgets")...))
			}
			if commands[0][7] != "-DRACY" {
				commands[0], commands[1] = commands[1], commands[0] // their words name the folder
			}
			dir := builds.Commands(t, c.pair+"_race", commands...)
			pairHolds(t, tool, sampleBuilds{recorded: dir, asan: dir, library: "Qt " + libraryVersion(t, "Qt5Core")}, c.pair, "5")
		})
	}
}

// TestRecordOtherASan: what cannot be recorded whole is refused, or said.
func TestRecordOtherASan(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	source := filepath.Join(t.TempDir(), "main.c")
	if err := os.WriteFile(source, []byte("#include <stdlib.h>\nint main(void) { free(malloc(1)); return 0; }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, compiler, word, says string
		code                       int
	}{
		{"clang", "clang-19", "-shared-libasan", "was not built by sparse-cc or sparse-c++", exitError},
		{"linked in", built(t, "bin/sparse-cc"), "-static-libsan", "its allocations and frees are not recorded", exitClean},
	} {
		t.Run(c.name, func(t *testing.T) {
			program := builds.Program(t, "own", c.compiler, "-g", "-fsanitize=address", c.word, "-o", "{out}", source)
			stdout, stderr, code := command(t, t.TempDir(), tool, "record", "-o", "t.srt", "--", program)
			if code != c.code || !strings.Contains(strings.Join(strings.Fields(stderr), " "), c.says) {
				t.Errorf("%d\n%s%s", code, stdout, stderr)
			}
		})
	}
}
