package main

import (
	"context"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestSymbolsNote: what dpkg installed comes with its package of debug symbols; what it
// does not know, or what is no name, is left out.
func TestSymbolsNote(t *testing.T) {
	if s := symbolsNote(context.Background(), nil); s != "" {
		t.Errorf("nothing lacks a name: %q", s)
	}
	for _, file := range []string{"/nowhere/app", "relative", "/usr/bin/*", "--help", "/bin\n/sh"} {
		s := symbolsNote(context.Background(), []string{file})
		if strings.Contains(s, "apt-get") || !strings.Contains(s, "DEBUGINFOD_URLS") {
			t.Errorf("%q: %q", file, s)
		}
	}
	if _, err := exec.LookPath("dpkg-query"); err != nil {
		missing(t, "this is no Debian")
	}
	s := symbolsNote(context.Background(), []string{"/usr/bin/dpkg-query", "/bin/dpkg-query", "/a", "/b", "/c", "/d"})
	if !strings.Contains(s, "apt-get install dpkg-dbgsym,") || !strings.Contains(s, "dpkg-query, dpkg-query, a, b, …") {
		t.Error(s)
	}
}

// TestLinesNote: files without lines are named, a few of them.
func TestLinesNote(t *testing.T) {
	if s := linesNote(nil); s != "" {
		t.Errorf("none lacks lines: %q", s)
	}
	if s := linesNote([]string{"/opt/editor/bin/editor"}); !strings.HasPrefix(s, "no source lines for editor:") {
		t.Error(s)
	}
	files := []string{"/a", "/b", "/c", "/d", "/e", "/f", "/g"}
	if s := linesNote(files); !strings.Contains(s, "a, b") || !strings.Contains(s, ", …:") || strings.Contains(s, ", g") {
		t.Error(s)
	}
}

// TestPatient: a command that waits is ended, one that works is not.
func TestPatient(t *testing.T) {
	const wait = 200 * time.Millisecond
	if out, err := patient(t.Context(), wait, "sh", "-c", "exec sleep 600"); err == nil {
		t.Errorf("one that waits was not ended: %q", out)
	}
	const works = "i=0; while [ $i -lt 500000 ]; do i=$((i + 1)); done; echo done" // more than as long, on any machine
	if out, err := patient(t.Context(), wait, "sh", "-c", works); err != nil || string(out) != "done\n" {
		t.Errorf("one that works: %v, %q", err, out)
	}
}
