package symbols

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sparseracer/internal/needs"
	"sparseracer/internal/trace"
)

// put makes a file below dir, with its folders.
func put(t *testing.T, from, dir, name string) {
	t.Helper()
	to := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func objcopy(t *testing.T, args ...string) {
	t.Helper()
	tool, err := exec.LookPath("objcopy")
	if err != nil {
		needs.Missing(t, "objcopy is missing")
	}
	if out, err := exec.Command(tool, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// The program is no longer where it was recorded, as a trace from another
// machine has it.
func TestMovedAway(t *testing.T) {
	if findProgram() == "" {
		needs.Missing(t, "llvm-symbolizer is missing")
	}
	m := build(t)
	pc := address(t, m, "_Z3usePN2ns6WidgetEi")
	keep := t.TempDir()
	put(t, m.Path, keep, "program")
	whole, debug, stripped := filepath.Join(keep, "program"), filepath.Join(keep, "debug"), filepath.Join(keep, "stripped")
	objcopy(t, "--only-keep-debug", whole, debug)
	objcopy(t, "--strip-all", whole, stripped)
	other := filepath.Join(keep, "other")
	put(t, build(t, "-DOTHER", "-O2").Path, keep, "other")
	if err := os.Remove(m.Path); err != nil {
		t.Fatal(err)
	}
	id := ".build-id/" + m.BuildID[:2] + "/" + m.BuildID[2:]
	for name, c := range map[string]struct {
		files        map[string]string // name below the folder -> what
		sysroot, dbg bool              // the folder is given as
		line         bool
		note         string
	}{
		"nothing given":           {line: false, note: "no such file"},
		"under the sysroot":       {files: map[string]string{m.Path: whole}, sysroot: true, line: true},
		"another under it":        {files: map[string]string{m.Path: other}, sysroot: true, note: "build-id"},
		"stripped, debug beside":  {files: map[string]string{m.Path: stripped, "usr/lib/debug/" + id + ".debug": debug}, sysroot: true, line: true},
		"nothing under it":        {sysroot: true, note: "neither there nor in the folders given (build-id " + m.BuildID},
		"debug by build-id":       {files: map[string]string{id + ".debug": debug}, dbg: true, line: true},
		"the file by build-id":    {files: map[string]string{id: whole}, dbg: true, line: true},
		"debug by path":           {files: map[string]string{m.Path + ".debug": debug}, dbg: true, line: true},
		"the file by path":        {files: map[string]string{m.Path: whole}, dbg: true, line: true},
		"by name":                 {files: map[string]string{filepath.Base(m.Path): whole}, dbg: true, line: true},
		"another of the name too": {files: map[string]string{filepath.Base(m.Path) + ".debug": other, m.Path: whole}, dbg: true, line: true},
		"nothing in it":           {dbg: true, note: "neither there nor"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for to, from := range c.files {
				put(t, from, dir, to)
			}
			var where Locations
			if c.sysroot {
				where.Sysroot = dir
			}
			if c.dbg {
				where.Debug = []string{t.TempDir(), dir}
			}
			if err := where.Check(); err != nil {
				t.Fatal(err)
			}
			r := New(Options{Locations: where})
			defer r.Close()
			f := r.Symbolize([]Place{{m, pc}})[0]
			if outer := f[len(f)-1]; c.line != (outer.Line == 9 && outer.Function == "use(ns::Widget*, int)") || outer.Module != m.Path {
				t.Errorf("%+v, expected a line: %v", outer, c.line)
			}
			notes := strings.Join(r.Notes(), "\n")
			if c.note == "" && notes != "" || !strings.Contains(notes, c.note) || strings.Contains(notes, "\n") {
				t.Errorf("notes %q, expected one with %q", notes, c.note)
			}
		})
	}
}

func TestLocationsAreChecked(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, l := range []Locations{{Sysroot: "/nowhere"}, {Debug: []string{"/", "/nowhere"}}, {Sysroot: file}} {
		if err := l.Check(); err == nil {
			t.Errorf("%+v was accepted", l)
		}
	}
	if err := (Locations{Sysroot: "/", Debug: []string{"/tmp", "."}}).Check(); err != nil {
		t.Error(err)
	}
}

// A trace's paths and build-ids lead nowhere but below the folders.
func TestCandidatesStayInside(t *testing.T) {
	l := Locations{Sysroot: "/sys", Debug: []string{"/dbg"}}
	for _, m := range []trace.Module{
		{Path: "/../../etc/passwd", BuildID: "../../../etc/passwd"}, {Path: "/a/../../x", BuildID: "ab/../../../x"}, {Path: "../../x", BuildID: "a"},
	} {
		for _, c := range l.candidates(m.Path, m.BuildID) {
			if c != m.Path && !strings.HasPrefix(c, "/sys/") && !strings.HasPrefix(c, "/dbg/") {
				t.Errorf("%+v: looks at %s", m, c)
			}
		}
	}
}
