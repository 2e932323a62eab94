package selftest

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"sparseracer/internal/install"
	"sparseracer/internal/symbols"
)

// Family is one of our families of hooks: what its libraries are called, and the test of
// what is seen of them.
type Family struct {
	Name    string // "Qt"
	Word    string // of the command line: "qt"
	program string // beside our libraries: does known things in the modes of `run`
	facts   func() []fact
	// names are the sonames of its libraries, a row for each version that may stand beside
	// others. The first one of a row is the library itself; the second one may come by a
	// plugin, so it counts if it is beside the first.
	names [][]string
	// helper is a library of ours that a result depends on, too; nil: none.
	helper func(Library) string
	run    func(*test) error
}

// Families are all of them.
var Families = []*Family{Qt, GLib, Libuv}

// Library is an event loop's that is installed, or that a program is linked with.
type Library struct {
	Family *Family
	Files  []string // by its row of names; "" = not there, but for the first
}

// Core is the library that the hooks are about.
func (l Library) Core() string { return l.Files[0] }

// File is another of its files, "" if it is not there.
func (l Library) File(i int) string {
	if i >= len(l.Files) {
		return ""
	}
	return l.Files[i]
}

// Major is the version in the name of the library.
func (l Library) Major() string {
	_, version, _ := strings.Cut(filepath.Base(l.Core()), ".so.")
	major, _, _ := strings.Cut(version, ".")
	return major
}

func (l Library) ids() []string {
	ids := make([]string, len(l.Files))
	for i, f := range l.Files {
		ids[i] = symbols.BuildIDOf(f)
	}
	return ids
}

// Installed are the libraries of some families, without any of all, in the system's folders.
func Installed(families ...*Family) []Library {
	if len(families) == 0 {
		families = Families
	}
	return find(families, install.FindLibrary)
}

// Linked are those that a program is linked with, as the dynamic linker finds them; the
// program itself does not run. None: it is linked with none, or nobody can say.
func Linked(ctx context.Context, env []string, exe string) []Library {
	libraries, err := install.LinkedLibraries(ctx, env, exe)
	if err != nil {
		return nil
	}
	found := find(Families, func(name string) string { return libraries[name] })
	for _, l := range found {
		if len(l.Files) > 1 && l.Files[1] == "" {
			l.Files[1] = beside(l.Core(), l.Family.rowOf(l)[1])
		}
	}
	return found
}

// rowOf are the names that a library was found by.
func (f *Family) rowOf(l Library) []string {
	i := slices.IndexFunc(f.names, func(row []string) bool { return filepath.Base(l.Core()) == row[0] })
	return f.names[max(i, 0)]
}

func find(families []*Family, path func(name string) string) []Library {
	var out []Library
	for _, f := range families {
		for _, row := range f.names {
			l := Library{f, make([]string, len(row))}
			for i, name := range row {
				l.Files[i] = path(name)
			}
			if l.Core() != "" {
				out = append(out, l)
			}
		}
	}
	return out
}

func beside(path, name string) string {
	if p := filepath.Join(filepath.Dir(path), name); install.FileExists(p) {
		return p
	}
	return ""
}

// FamilyOf is the one that has that word, nil if none has.
func FamilyOf(word string) *Family {
	if i := slices.IndexFunc(Families, func(f *Family) bool { return f.Word == word }); i >= 0 {
		return Families[i]
	}
	return nil
}
