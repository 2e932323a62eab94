package mcpserver

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// folders are those that a flag of the command line names. What a client asks for lies
// below one of them, after all symbolic links are followed.
type folders struct {
	flag string // for messages
	list []folder
}

type folder struct {
	named string // absolute, as the user named it
	real  string // without symbolic links
	root  *os.Root
}

func openFolders(flag string, dirs []string) (folders, error) {
	f := folders{flag: flag}
	for _, dir := range dirs {
		named, err := filepath.Abs(dir)
		if err != nil {
			return f, fmt.Errorf("%s %s: %w", flag, dir, err)
		}
		real, err := filepath.EvalSymlinks(named)
		if err != nil {
			return f, fmt.Errorf("%s %s: %w", flag, dir, reason(err))
		}
		root, err := os.OpenRoot(real)
		if err != nil {
			return f, fmt.Errorf("%s %s: %w", flag, dir, reason(err))
		}
		f.list = append(f.list, folder{named, real, root})
	}
	return f, nil
}

func (f folders) close() {
	for i := range f.list {
		f.list[i].root.Close()
	}
}

// found is a file or folder below one of the folders, or the name of one to come.
type found struct {
	in   *folder
	rel  string // in it, without symbolic links
	path string
}

// existing finds what a client names. Of what lies outside, nothing is said, not even
// whether it is there.
func (f folders) existing(name string) (found, error) {
	path, err := f.absolute(name)
	if err != nil {
		return found{}, err
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return found{}, fmt.Errorf("%s: %w", name, reason(err))
	}
	for i := range f.list {
		if rel, ok := below(f.list[i].real, real); ok {
			return found{&f.list[i], rel, real}, nil
		}
	}
	return found{}, fmt.Errorf("%s is a symbolic link that leads out of the folders of %s", name, f.flag)
}

// new finds the place of a file that is not there yet; the folder that it is to lie in is.
func (f folders) new(name string) (found, error) {
	path, err := f.absolute(name)
	if err != nil {
		return found{}, err
	}
	at, err := f.existing(filepath.Dir(path))
	if err != nil {
		return found{}, err
	}
	at.rel, at.path = filepath.Join(at.rel, filepath.Base(path)), filepath.Join(at.path, filepath.Base(path))
	if _, err := at.in.root.Lstat(at.rel); err == nil {
		return found{}, fmt.Errorf("%s is there already: nothing is overwritten; name another file", name)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return found{}, fmt.Errorf("%s: %w", name, reason(err))
	}
	return at, nil
}

// absolute is a name as a path below a folder; one that is not absolute is looked for in
// the first of them.
func (f folders) absolute(name string) (string, error) {
	if name == "" || strings.ContainsRune(name, 0) {
		return "", fmt.Errorf("%q is no name of a file", name)
	}
	path := filepath.Clean(name)
	if !filepath.IsAbs(path) {
		path = filepath.Join(f.list[0].real, path)
	}
	var names []string
	for i := range f.list {
		for _, dir := range []string{f.list[i].named, f.list[i].real} {
			if _, ok := below(dir, path); ok {
				return path, nil
			}
		}
		names = append(names, f.list[i].named)
	}
	return "", fmt.Errorf("%s is outside of the folders that may be used, those of %s: %s", name, f.flag, strings.Join(names, ", "))
}

// below is the path as seen from dir, if it is dir or in it.
func below(dir, path string) (string, bool) {
	rel, err := filepath.Rel(dir, path)
	return rel, err == nil && filepath.IsLocal(rel)
}

// open opens a file that is no link any more, whatever took its place meanwhile.
func (f found) open() (*os.File, error) {
	file, err := f.in.root.Open(f.rel)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.path, reason(err))
	}
	st, err := file.Stat()
	if err == nil && !st.Mode().IsRegular() {
		err = errors.New("not a regular file")
	}
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", f.path, reason(err))
	}
	return file, nil
}

// reason drops what an error of the system says of calls and paths.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}
