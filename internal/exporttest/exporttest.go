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
	"os"
	"path/filepath"
	"regexp"

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
}

var (
	idForm     = regexp.MustCompile(`^[0-9a-f]{6,64}$`)
	targetForm = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.+-]*$`)
)

// Write writes the test of a schedule.
func Write(s *steer.Schedule, opt Options) (*Test, error) {
	if s.Race.Kind != "use-free" {
		return nil, fmt.Errorf("%s: its schedule is of the kind %q, expected use-free: a regression test is for a race that confirm proved", opt.Schedule, s.Race.Kind)
	}
	if !idForm.MatchString(s.Race.ID) {
		return nil, fmt.Errorf("%s: race.id %q names no file, expected hexadecimal digits as confirm writes them", opt.Schedule, s.Race.ID)
	}
	if opt.Target == "" && len(s.Program) > 0 && len(opt.Sources) == 0 {
		opt.Target = filepath.Base(s.Program[0])
	}
	t := &Test{Form: "A", Name: "race-" + s.Race.ID}
	if len(opt.Sources) > 0 {
		opt.Target = t.Name + "-application"
	}
	if !targetForm.MatchString(opt.Target) {
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
	if err := os.MkdirAll(opt.Dir, 0o755); err != nil {
		return nil, err
	}
	if t.Form == "B" {
		return t, t.writeReplay(s, opt)
	}
	t.Notes = p.notes
	return t, t.writeQtTest(s, p, opt)
}

func (t *Test) write(dir, name, text string) error {
	path := filepath.Join(dir, name)
	t.Files = append(t.Files, path)
	return os.WriteFile(path, []byte(text), 0o644)
}
