package main

import (
	"strings"
	"testing"
)

func TestBugList(t *testing.T) {
	var l bugList
	var empty, out strings.Builder
	l.write(&empty, "proven")
	l.add("Editor::keep() uses what Editor::~Editor() frees", "0001")
	l.add("Window::run() uses what Window::renew() frees", "0002")
	l.add("Editor::keep() uses what Editor::~Editor() frees", "0003")
	l.addBecause("feasible", "Editor::keep() uses what Editor::~Editor() frees", "0004")
	l.write(&out, "proven")
	want := `proven: 3
  0001  Editor::keep() uses what Editor::~Editor() frees
    also as 0003
  0002  Window::run() uses what Window::renew() frees
  feasible
    0004  Editor::keep() uses what Editor::~Editor() frees
`
	if empty.String() != "" || out.String() != want {
		t.Errorf("%q\n%s", empty.String(), out.String())
	}
}
