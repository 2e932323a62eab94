package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sparseracer/internal/builds"
)

// TestOutsideFiles: who watches a folder is told of the files in it, as a file manager is when another program writes one; the files stay as
// they are.
func TestOutsideFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	exe := builds.Program(t, "watches", built(t, "bin/sparse-c++"), append([]string{"-std=c++17", "-fPIC", "-g", "-O1", "-o", "{out}", "testdata/watches.cpp"},
		pkgConfig(t, "Qt5Widgets")...)...)
	file, at := filepath.Join(dir, "watched", "notes.txt"), time.Unix(1_000_000_000, 0)
	must(t, os.Mkdir(filepath.Dir(file), 0o755))
	must(t, os.Mkdir(filepath.Join(dir, "watched", "folder"), 0o755))
	must(t, os.WriteFile(file, []byte("text"), 0o644))
	must(t, os.Chtimes(file, at, at))
	must(t, os.WriteFile(filepath.Join(dir, "s.session"), []byte("wait 500\noutside files\nwait 500\nclosemain\n"), 0o644))
	out, stderr, code := command(t, dir, built(t, "bin/sparseracer"), "record", "--play", "s.session", "-o", "t.srt", "--", exe)
	info, err := os.Stat(file)
	if must(t, err); code != 0 || strings.Count(stderr, "told of notes.txt") != 1 || strings.Contains(stderr, "told of folder") || !info.ModTime().Equal(at) {
		t.Errorf("it ended with %d, the file is of %v:\n%s%s", code, info.ModTime(), out, stderr)
	}
}
