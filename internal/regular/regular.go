// Package regular opens files that a person, a trace or a project names.
//
// A named pipe at such a place blocks whoever opens it, interrupts or not, and a device may have no
// end. So only these are opened:
//   - regular files, and folders, whose reading fails with the system's own words
//   - pipes without a name, which a shell makes of <(…) and |: somebody writes to these
//   - the null device, for an empty file
package regular

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// ErrNot: something else than a file has the name.
var ErrNot = errors.New("expected a regular file")

// Open is os.Open for these files. It never blocks.
func Open(path string) (*os.File, error) {
	// Without waiting, a named pipe opens at once; what it is shows on the open file, whatever the name means by now.
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_CLOEXEC|unix.O_NOCTTY, 0)
	if err != nil {
		if errors.Is(err, unix.ENXIO) {
			return nil, fmt.Errorf("%s is a socket or a device: %w", path, ErrNot)
		}
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	what, err := other(fd)
	if err == nil && what != "" {
		err = fmt.Errorf("%s is %s: %w", path, what, ErrNot)
	}
	if err == nil {
		err = unix.SetNonblock(fd, false)
	}
	if err != nil {
		unix.Close(fd)
		return nil, err
	}
	return os.NewFile(uintptr(fd), path), nil
}

const pipefs = 0x50495045 // PIPEFS_MAGIC of linux/magic.h: pipes without a name

// other is what an open file is, "" for what Open is for.
func other(fd int) (string, error) {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return "", err
	}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFIFO:
		var in unix.Statfs_t
		if err := unix.Fstatfs(fd, &in); err != nil {
			return "", err
		}
		if in.Type != pipefs {
			return "a named pipe", nil
		}
	case unix.S_IFCHR, unix.S_IFBLK:
		if st.Rdev != unix.Mkdev(1, 3) {
			return "a device", nil
		}
	case unix.S_IFSOCK:
		return "a socket", nil
	}
	return "", nil
}

// ReadFile is os.ReadFile for these files.
func ReadFile(path string) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}
