package sandbox

import (
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Scratch is what a folder held before programs were used in it at random. What they change there is
// gone with the sandbox; until then the next program would find it so, and what it does with it
// could not be repeated in another sandbox.
type Scratch struct {
	dir  string
	not  []string
	held map[string]bool
	from string // where the folder is seen unchanged, "" for nowhere

	mu      sync.Mutex
	ended   sync.Cond // a program has
	running int
	one     bool // program has ended
	changes bool // one has left the folder otherwise
}

// mostHeld bounds what is remembered. A larger folder is left as the programs leave it.
const mostHeld = 20_000

var errMany, errMade = errors.New("too many files"), errors.New("a file that was not there")

// Remember looks at the current folder, apart from some that lie in it. It may be called only inside.
func Remember(dir string, not ...string) *Scratch { return remember(dir, original(), not) }

func remember(dir, from string, not []string) *Scratch {
	s := &Scratch{dir: dir, not: not, held: map[string]bool{}, from: from}
	s.ended.L = &s.mu
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

// Enter lets a program begin in the folder as it was. The first one is alone, and shows whether they leave it as it was: then
// others run side by side, else each is alone, and what it has left is tidied. What is given back is called when
// the program has ended. A nil Scratch is anybody's.
func (s *Scratch) Enter() (leave func()) {
	if s == nil {
		return func() {}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.running > 0 && (!s.one || s.changes) {
		s.ended.Wait()
	}
	if s.changes {
		s.Tidy()
	}
	s.running++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.running--
		s.one, s.changes = true, s.changes || !s.isTidy()
		s.ended.Broadcast()
	}
}

// isTidy: Tidy would do nothing.
func (s *Scratch) isTidy() bool {
	if len(s.held) == 0 {
		return true
	}
	if s.walk(func(path string, _ fs.DirEntry) error {
		if !s.held[path] {
			return errMade
		}
		return nil
	}) != nil {
		return false
	}
	if _, err := os.Stat(s.from); err != nil {
		return true
	}
	for path := range s.held {
		if rel, err := filepath.Rel(s.dir, path); err == nil {
			if _, _, changed := whatItWas(path, filepath.Join(s.from, rel)); changed {
				return false
			}
		}
	}
	return true
}

// Tidy removes what was not there, and brings back what was removed or changed.
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
	if _, err := os.Stat(s.from); err != nil {
		return
	}
	for _, path := range slices.Sorted(maps.Keys(s.held)) { // folders before what lies in them
		if rel, err := filepath.Rel(s.dir, path); err == nil {
			bringBack(path, filepath.Join(s.from, rel))
		}
	}
}

// mostBroughtBack bounds a file: a larger one is left as the programs leave it.
const mostBroughtBack = 64 << 20

// whatItWas looks a file or folder up where it is as it was; now is nil if it is gone. What cannot be had has not changed:
// the next program finds it so.
func whatItWas(path, was string) (old, now fs.FileInfo, changed bool) {
	old, err := os.Lstat(was)
	if err != nil || old.Mode().IsRegular() && old.Size() > mostBroughtBack || old.Mode().Type()&^(fs.ModeDir|fs.ModeSymlink) != 0 {
		return nil, nil, false
	}
	now, err = os.Lstat(path)
	if err != nil {
		return old, nil, true
	}
	switch {
	case now.Mode() != old.Mode():
		return old, now, true
	case old.IsDir():
		return old, now, false
	case old.Mode().Type() == fs.ModeSymlink:
		to, err1 := os.Readlink(path)
		from, err2 := os.Readlink(was)
		return old, now, err1 != nil || err2 != nil || to != from
	}
	return old, now, now.Size() != old.Size() || !now.ModTime().Equal(old.ModTime())
}

// bringBack makes a file or folder what it was.
func bringBack(path, was string) {
	old, now, changed := whatItWas(path, was)
	if !changed {
		return
	}
	if now != nil && now.Mode().Type() != old.Mode().Type() {
		os.RemoveAll(path)
	}
	switch {
	case old.IsDir():
		os.Mkdir(path, 0o700)
	case old.Mode().IsRegular():
		copyFile(path, was)
	case old.Mode().Type() == fs.ModeSymlink:
		if to, err := os.Readlink(was); err == nil {
			os.Remove(path)
			os.Symlink(to, path)
		}
		return // it has no rights of its own
	}
	os.Chmod(path, old.Mode())
	if !old.IsDir() {
		os.Chtimes(path, time.Time{}, old.ModTime())
	}
}

func copyFile(path, from string) {
	in, err := os.Open(from)
	if err != nil {
		return
	}
	defer in.Close()
	os.Remove(path) // it may not be writable, or be another name of a file that is to stay
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return
	}
	io.Copy(out, in)
	out.Close()
}

// isOurs: what we have in a temporary folder that is the current one, while programs run in it: sessions of D-Bus,
// files of runs, and what X servers have there.
func (s *Scratch) isOurs(path string) bool {
	name := filepath.Base(path)
	return (s.dir == os.TempDir() || s.dir == "/tmp") && filepath.Dir(path) == s.dir && (strings.HasPrefix(name, "sparseracer-") || strings.HasPrefix(name, ".X"))
}

func (s *Scratch) walk(do func(string, fs.DirEntry) error) error {
	return filepath.WalkDir(s.dir, func(path string, e fs.DirEntry, err error) error {
		if slices.Contains(s.not, path) {
			return fs.SkipDir
		}
		if s.isOurs(path) {
			if e != nil && e.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if err != nil {
			return nil // it cannot be read, or is gone
		}
		return do(path, e)
	})
}
