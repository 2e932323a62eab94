package main

import (
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/builds"
	"sparseracer/internal/install"
)

// TestWhichEventFrees: a connection goes by the third message of its client in the recording, and by the second where the answer
// takes long. The race is predicted and proven, and not of the twin.
func TestWhichEventFrees(t *testing.T) {
	t.Parallel()
	if install.FindLibrary("libuv.so.1") == "" {
		missing(t, "libuv.so.1 is not installed")
	}
	tool := built(t, "bin/sparseracer")
	for _, twin := range []string{"RACY", "MENDED"} {
		t.Run(strings.ToLower(twin), func(t *testing.T) {
			t.Parallel()
			source, err := filepath.Abs("testdata/patience.c")
			if err != nil {
				t.Fatal(err)
			}
			exe := builds.Program(t, "patience", built(t, "bin/sparse-cc"), "-D"+twin, "-fsanitize=address", "-g", "-O1", "-o", "{out}", source, "-luv")
			dir := t.TempDir()
			if out, stderr, code := command(t, dir, tool, "record", "-o", "t.srt", "--", exe); code != 0 {
				t.Fatalf("%d\n%s%s", code, out, stderr)
			}
			const race = "answered (patience.c:43) uses what free_connection (patience.c:29)"
			out, stderr, _ := command(t, dir, tool, "analyze", "t.srt")
			if !strings.Contains(strings.Join(strings.Fields(out), " "), race) {
				t.Fatalf("not predicted:\n%s%s", out, stderr)
			}
			out, stderr, _ = command(t, dir, tool, "confirm", "-o", "d", "t.srt", "--", exe)
			if proven := strings.Contains(out, ": confirmed,"); proven != (twin == "RACY") {
				t.Errorf("proven: %v\n%s%s", proven, out, stderr)
			}
		})
	}
}
