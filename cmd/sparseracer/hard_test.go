package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/builds"
)

// hard builds a program of samples/hard as users build for `fuzz` and `confirm`: recorded
// and steered is the same program.
func hard(t *testing.T, source string) string {
	t.Helper()
	kind, _ := filepath.Split(source)
	compiler, module, flags := "bin/sparse-c++", []string{"Qt5Widgets", "Qt5Network", "Qt5Concurrent"}, []string{"-std=c++17"}
	switch kind {
	case "glib/":
		compiler, module, flags = "bin/sparse-cc", []string{"gio-2.0"}, nil
	case "uv/":
		compiler, module, flags = "bin/sparse-cc", []string{"libuv"}, nil
	}
	args := append(flags, "-D_GNU_SOURCE", "-g", "-O1", "-fPIC", "-fno-omit-frame-pointer", "-fsanitize=address", "-pthread", "-o", "{out}", "../../samples/hard/"+source)
	return builds.Program(t, strings.ReplaceAll(source[:strings.LastIndex(source, ".")], "/", "-"), built(t, compiler), append(args, pkgConfig(t, module...)...)...)
}

// TestHardPrograms: correct programs that look after the order of what comes to them see
// nothing wrong, whatever is late. `tools/hard` makes more runs.
func TestHardPrograms(t *testing.T) {
	t.Parallel()
	tool := built(t, "bin/sparseracer")
	var sources []string
	for _, pattern := range []string{"qt/*.cpp", "glib/*.c", "uv/*.c"} {
		found, err := filepath.Glob("../../samples/hard/" + pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("no programs %s: %v", pattern, err)
		}
		sources = append(sources, found...)
	}
	for _, path := range sources {
		source := filepath.Base(filepath.Dir(path)) + "/" + filepath.Base(path)
		t.Run(source, func(t *testing.T) {
			t.Parallel() // they mostly wait
			exe, dir := hard(t, source), t.TempDir()
			out, stderr, code := command(t, "", tool, "fuzz", "--json", "-n", "20", "--seed", "1", "-j", "5", "-o", dir, "--", exe)
			var found struct {
				Runs   int
				Failed int
				Faults int `json:"our_faults"`
			}
			if err := json.Unmarshal([]byte(out), &found); err != nil || code != exitClean || found.Runs != 20 || found.Failed != 0 || found.Faults != 0 {
				t.Errorf("code %d, %v\n%s%s", code, err, out, stderr)
			}
		})
	}
}
