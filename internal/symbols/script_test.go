package symbols

import (
	"testing"

	"sparseracer/internal/trace"
)

// TestScripts: a place in a function of a script is that function, its file and the line.
func TestScripts(t *testing.T) {
	const base = 0x7350000000500000
	module := func(path string) *trace.Module {
		return &trace.Module{Start: base, End: base + 1<<20, Bias: base, Path: path}
	}
	r := New(Options{Program: "none"})
	for path, want := range map[string]Frame{
		"python:Window.ask.<locals>.<lambda>:/home/dev/a:b.py": {Function: "Window.ask.<locals>.<lambda>", File: "/home/dev/a:b.py"},
		"python:<module>:<string>":                             {Function: "<module>", File: "<string>"},
		"python:größe:/tmp/\x1b[31m.py":                        {Function: "größe", File: "/tmp/?[31m.py"},
		"python:":                                              {},
		"python:f":                                             {Function: "f"},
	} {
		want.Line, want.Module, want.Offset = 30, path, 30
		if got := r.Symbolize([]Place{{Module: module(path), PC: base + 30}})[0]; len(got) != 1 || got[0] != want {
			t.Errorf("%q: %+v, expected %+v", path, got, want)
		}
	}
	if notes := r.Notes(); len(notes) != 0 {
		t.Errorf("notes: %q", notes)
	}
}
