package sandbox

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Scratch is what a folder held before programs were used in it at random. What they make there is
// gone with the sandbox; until then the next program would find it, and what it does with it could
// not be repeated in another sandbox.
type Scratch struct {
	dir  string
	not  []string
	held map[string]bool
}

// mostHeld bounds what is remembered. A larger folder is left as the programs leave it.
const mostHeld = 20_000

var errMany = errors.New("too many files")

// Remember looks at a folder, apart from some that lie in it. It may be called only inside.
func Remember(dir string, not ...string) *Scratch {
	s := &Scratch{dir: dir, not: not, held: map[string]bool{}}
	if slices.ContainsFunc(not, func(n string) bool { return isIn(dir, n) }) {
		return s // changes stay there: nothing is ours to remove
	}
	if s.walk(func(path string, _ fs.DirEntry) error {
		if s.held[path] = true; len(s.held) > mostHeld {
			return errMany
		}
		return nil
	}) != nil {
		s.held = map[string]bool{}
	}
	return s
}

// Tidy removes what was not there. What was removed does not come back.
func (s *Scratch) Tidy() {
	if len(s.held) == 0 {
		return
	}
	_ = s.walk(func(path string, e fs.DirEntry) error {
		if s.held[path] {
			return nil
		}
		if os.RemoveAll(path); e.IsDir() {
			return fs.SkipDir
		}
		return nil
	})
}

func (s *Scratch) walk(do func(string, fs.DirEntry) error) error {
	return filepath.WalkDir(s.dir, func(path string, e fs.DirEntry, err error) error {
		if slices.Contains(s.not, path) {
			return fs.SkipDir
		}
		if err != nil {
			return nil // it cannot be read, or is gone
		}
		return do(path, e)
	})
}
