// Package exporttest turns a schedule into a regression test that a project can keep.
//
// Form A is a QtTest of its own: the application's objects are linked with a director, an
// event filter that lets the schedule's events wait and plays its inputs. Nothing of ours is
// there at run time. Form B is for schedules that cannot be said so: CTest calls
// `sparseracer replay`, and skips where that is not installed.
//
// A schedule may come from a stranger: every word of one is escaped where it becomes C++ or
// CMake, and never reaches a shell.
package exporttest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"sparseracer/internal/lazyregexp"
	"sparseracer/internal/steer"
)

// Options are what the schedule does not say.
type Options struct {
	Schedule string   // its path
	Dir      string   // where the files go
	Target   string   // the application's target in CMake
	Sources  []string // instead: its sources
	Replay   bool     // form B, whatever the schedule says
}

// Test is what was written.
type Test struct {
	Form  string // A or B
	Why   string // it is not form A
	Name  string // of the test, and of its target
	Files []string
	Notes []string // what the test cannot tell apart
	texts []text
}

var (
	idForm     = lazyregexp.New(`^[0-9a-f]{6,64}$`)
	targetForm = lazyregexp.New(`^[A-Za-z0-9_][A-Za-z0-9_.+-]*$`)
)

// Write writes the test of a schedule.
func Write(s *steer.Schedule, opt Options) (*Test, error) {
	if s.Race.Kind != "use-free" {
		return nil, fmt.Errorf("%s: its schedule is of the kind %q, expected use-free: a regression test is for a race that confirm proved", opt.Schedule, s.Race.Kind)
	}
	if !idForm().MatchString(s.Race.ID) {
		return nil, fmt.Errorf("%s: race.id %q names no file, expected hexadecimal digits as confirm writes them", opt.Schedule, s.Race.ID)
	}
	if opt.Target == "" && len(s.Program) > 0 && len(opt.Sources) == 0 {
		opt.Target = filepath.Base(s.Program[0])
	}
	t := &Test{Form: "A", Name: "race-" + s.Race.ID}
	if len(opt.Sources) > 0 {
		opt.Target = t.Name + "-application"
	}
	if !targetForm().MatchString(opt.Target) {
		return nil, fmt.Errorf("%s: %q is no target of CMake; name the application's with --target", opt.Schedule, opt.Target)
	}
	p, err := planOf(s)
	var refused *refusal
	switch {
	case opt.Replay:
		t.Form, t.Why = "B", "--replay asks for it"
	case errors.As(err, &refused):
		t.Form, t.Why = "B", refused.why
	case err != nil:
		return nil, fmt.Errorf("%s: %w", opt.Schedule, err)
	}
	if t.Form == "B" {
		err = t.replay(s, opt)
	} else {
		t.Notes = p.notes
		t.qtTest(s, p, opt)
		err = nil
	}
	if err != nil {
		return nil, err
	}
	return t, t.write(opt.Dir)
}

// text is a file that is to be written.
type text struct{ name, text string }

func (t *Test) add(name, content string) { t.texts = append(t.texts, text{name, content}) }

// Unwritable: the folder or a file in it could not be written.
type Unwritable struct{ Err error }

func (u *Unwritable) Error() string { return u.Err.Error() }
func (u *Unwritable) Unwrap() error { return u.Err }

func missing(path string) bool {
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// write is the last step: a test that cannot be written whole leaves no file and no folder of its own.
func (t *Test) write(dir string) (err error) {
	var made []string // the inner ones last
	for d := filepath.Clean(dir); missing(d); d = filepath.Dir(d) {
		made = slices.Insert(made, 0, d)
	}
	defer func() {
		if err == nil {
			return
		}
		err = &Unwritable{err}
		for _, path := range slices.Backward(made) {
			os.Remove(path)
		}
	}()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, f := range t.texts {
		path := filepath.Join(dir, f.name)
		if missing(path) {
			made = append(made, path)
		}
		if err := os.WriteFile(path, []byte(f.text), 0o644); err != nil {
			return err
		}
		t.Files = append(t.Files, path)
	}
	return nil
}
