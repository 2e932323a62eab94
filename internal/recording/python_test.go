package recording

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestInterpreterOf: who runs a file is told by its name, by the file behind a link, or by its first line.
func TestInterpreterOf(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	python := file("python3.99", "\x7fELF")
	link := filepath.Join(dir, "py")
	if err := os.Symlink(python, link); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	for _, c := range []struct{ exe, want string }{
		{python, python},
		{link, link},
		{file("app", "#!"+python+" -E\nprint()\n"), python},
		{file("tool", "#!/usr/bin/env python3.99\n"), python},
		{file("many", "#!/usr/bin/env -S python3.99 -I\n"), python},
		{file("other", "#!/usr/bin/env python3.98\n"), "python3.98"},
		{file("shell", "#!/bin/sh\nexec python3.99\n"), ""},
		{file("text", "run python3.99\n"), ""},
		{file("old", "#!/usr/bin/python2\n"), ""},
		{file("python3-config", "#!/bin/sh\n"), ""},
		{file("python3.12t", "\x7fELF"), filepath.Join(dir, "python3.12t")},
		{file("native", "\x7fELF"), ""},
		{filepath.Join(dir, "missing"), ""},
	} {
		if got := interpreterOf(c.exe); got != c.want {
			t.Errorf("%s: %q, expected %q", c.exe, got, c.want)
		}
	}
}

// TestFramesRefused: an interpreter that does not show its frames is named, with its reason, and
// the program is recorded without.
func TestFramesRefused(t *testing.T) {
	for text, want := range map[string]string{
		"#!/bin/sh\necho 'ModuleNotFoundError: no ctypes' >&2\nexit 1\n": "(exit status 1); its last line was \"ModuleNotFoundError: no ctypes\"",
		"#!/bin/sh\necho 1,2,3\n":                        `(it printed "1,2,3\n")`,
		"#!/bin/sh\necho 1,2,3,4,5,6,7,8,9,10,11,12,x\n": "it printed",
	} {
		python := filepath.Join(t.TempDir(), "python3")
		if err := os.WriteFile(python, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
		var said bytes.Buffer
		opt := Options{Stderr: &said, Env: os.Environ()}
		if got := opt.framesOf(t.Context(), python); got != "" || !strings.Contains(said.String(), want) ||
			!strings.HasPrefix(said.String(), "sparseracer: stacks are without the script's functions: "+python) {
			t.Errorf("%q: %q, said %q", text, got, said.String())
		}
	}
}
