package main

import (
	"regexp"
	"strings"
	"testing"
)

// TestGtk4ModalEnds: the window that a modal one of GTK 4 keeps from input gets input again once that one is closed, so
// what comes later is not taken for kept from it.
func TestGtk4ModalEnds(t *testing.T) {
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
