package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sparseracer/internal/builds"
	"sparseracer/internal/install"
)

// TestGtk4ModalEnds: the window that a modal one of GTK 4 keeps from input gets input again once that one is closed, so
// what comes later is not taken for kept from it.
func TestGtk4ModalEnds(t *testing.T) {
	needsGtk(t)
	if install.FindLibrary("libgtk-4.so.1") == "" {
		missing(t, "GTK 4 is not installed")
	}
	tool := withEnvironment(t, built(t, "bin/sparseracer"), []string{"DISPLAY=" + screen(t), "GDK_BACKEND=x11"})
	program := builds.Program(t, "four", built(t, "bin/sparse-cc"), "-fsanitize=address", "-g", "-O1", "-Wall", "-Wextra", "-Werror",
		built(t, "cmd/sparseracer/testdata/gtk/four.c"), "-o", "{out}", "-l:libgtk-4.so.1", "-l:libgobject-2.0.so.0", "-l:libglib-2.0.so.0")
	dir := t.TempDir()
	session := filepath.Join(dir, "four.session")
	script := "wait 800\nclick GtkButton Ask\nwait 500\nclick GtkButton Yes\nwait 300\nclick GtkButton Go\nwait 200\nclosemain\n"
	if err := os.WriteFile(session, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, stderr, code := command(t, dir, tool, "record", "--play", session, "-o", "t.srt", "--", program); code != 0 || strings.Contains(stderr, "no target") {
		t.Fatalf("record ended with %d:\n%s", code, stderr)
	}
	if _, stderr, code := command(t, dir, tool, "convert", "t.srt", "t.txt"); code != exitClean {
		t.Fatalf("convert ended with %d:\n%s", code, stderr)
	}
	data, err := os.ReadFile(filepath.Join(dir, "t.txt"))
	text := string(data)
	blocked := regexp.MustCompile(`enq\((e\d+),[^\n]*type=WindowBlocked`).FindStringSubmatch(text)
	if err != nil || blocked == nil {
		t.Fatalf("%v: the trace has no window that is blocked", err)
	}
	ends, next := strings.Index(text, "drop("+blocked[1]+","), strings.Index(text, `label="input ButtonPress #3"`)
	if ends < 0 || next < 0 || ends > next {
		t.Errorf("the window is blocked until %d (-1: for ever), and its next press is at %d", ends, next)
	}
}
