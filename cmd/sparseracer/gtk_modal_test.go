package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestGtk4ModalEnds: the window that a modal one of GTK 4 keeps from input gets input again once that one is closed, so
// what comes later is not taken for kept from it.
func TestGtk4ModalEnds(t *testing.T) {
	t.Parallel()
	program, tool := gtk4Program(t), onScreen(t)
	_, text := recordedText(t, t.TempDir(), tool, "wait 800\nclick GtkButton Ask\nwait 500\nclick GtkButton Yes\nwait 300\nclick GtkButton Go\nwait 200\nclosemain\n", program)
	blocked := regexp.MustCompile(`enq\((e\d+),[^\n]*type=WindowBlocked`).FindStringSubmatch(text)
	if blocked == nil {
		t.Fatal("the trace has no window that is blocked")
	}
	ends, next := strings.Index(text, "drop("+blocked[1]+","), strings.Index(text, `label="input ButtonPress #3"`)
	if ends < 0 || next < 0 || ends > next {
		t.Errorf("the window is blocked until %d (-1: for ever), and its next press is at %d", ends, next)
	}
}

// TestGtk4ClickWaits: a click into a window of GTK 4 that was only just made comes when the window has its size. Before that it would be
// lost, and the dialog never answered.
func TestGtk4ClickWaits(t *testing.T) {
	program, tool, dir := gtk4Program(t), onScreen(t), t.TempDir()
	session := filepath.Join(dir, "at-once.session")
	if err := os.WriteFile(session, []byte("wait 800\nclick GtkButton Ask\nclick GtkButton Yes\nwait 300\nclick GtkButton Go\nwait 200\nclosemain\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, stderr, code := command(t, dir, "timeout", "120", tool, "record", "--play", session, "-o", "t.srt", "--", program)
	if want := "answered\nwent on\ngo\nclosed\n"; code != 0 || out != want || strings.Contains(stderr, "no target") {
		t.Errorf("it ended with %d and said %q, expected %q:\n%s", code, out, want, stderr)
	}
}

// TestGtkWithoutPens: a step that GTK's player does not have is said to be none, at once, and the session goes on.
func TestGtkWithoutPens(t *testing.T) {
	program, tool, dir := gtk4Program(t), onScreen(t), t.TempDir()
	script := writeScript(t, "wait 800\npen at 50 50\nstroke 10 10 90 90\ntouch GtkButton Go\nclick GtkButton Go\nwait 200\nclosemain\n")
	out, stderr, code := command(t, dir, "timeout", "120", tool, "record", "--play", script, "-o", "t.srt", "--", program)
	if want := "go\nclosed\n"; code != 0 || out != want || strings.Contains(stderr, "no target") {
		t.Errorf("it ended with %d and said %q, expected %q:\n%s", code, out, want, stderr)
	}
	for _, step := range []string{"pen: pen at 50 50", "stroke: stroke 10 10 90 90", "touch: touch GtkButton Go"} {
		if want := "session: with GTK there is no step " + step + "\n"; strings.Count(stderr, want) != 1 {
			t.Errorf("%q is not said once:\n%s", want, stderr)
		}
	}
}
