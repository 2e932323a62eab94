package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/builds"
)

// TestSandboxSays: what the sandbox says to a program that has a screen, a way of drawing or a sandbox of its own to choose;
// what the user has said goes before.
func TestSandboxSays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		set  []string
		want string
	}{
		{nil, "says offscreen software 1\n"},
		{[]string{"QTWEBENGINE_DISABLE_SANDBOX=0", "QT_QUICK_BACKEND=rhi"}, "says offscreen rhi 0\n"},
	} {
		args := append([]string{"-u", "QT_QPA_PLATFORM", "-u", "QT_QUICK_BACKEND", "-u", "QTWEBENGINE_DISABLE_SANDBOX"}, c.set...)
		out, stderr, code := command(t, t.TempDir(), "env", append(args, built(t, "bin/sparseracer"), "record", "--sandbox", "kept", "--",
			"sh", "-c", "echo says $QT_QPA_PLATFORM $QT_QUICK_BACKEND $QTWEBENGINE_DISABLE_SANDBOX")...)
		if code != 0 || !strings.Contains(out, c.want) {
			t.Errorf("%v: %d, want %q\n%s%s", c.set, code, c.want, out, stderr)
		}
	}
}

// TestSandboxRuns: each steered run finds the current folder of a sandbox as it is outside, whatever the last one has left.
func TestSandboxRuns(t *testing.T) {
	t.Parallel()
	tool, dir := built(t, "bin/sparseracer"), t.TempDir()
	exe := builds.Program(t, "document", built(t, "bin/sparse-cc"), append([]string{"-g", "-O1", "-fsanitize=address",
		"-o", "{out}", "testdata/document.c"}, pkgConfig(t, "glib-2.0")...)...)
	if err := os.WriteFile(filepath.Join(dir, "document"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if out, stderr, code := command(t, dir, tool, "record", "--sandbox", "kept", "-o", "kept/1.srt", "--", exe); code != 0 {
		t.Fatalf("record: %d\n%s%s", code, out, stderr)
	}
	out, stderr, code := command(t, dir, tool, "confirm", "--sandbox", "kept", "--runs", "3", "kept/1.srt", "--", exe)
	if code != exitRaces || !strings.Contains(out, "confirmed, 3 of 3 runs") {
		t.Errorf("confirm: %d\n%s%s", code, out, stderr)
	}
	if _, err := os.Stat(filepath.Join(dir, "document")); err != nil {
		t.Error(err)
	}
}
