package main

import (
	"fmt"
	"os"
	"syscall"
)

// ownFolder makes a folder for what a person typed and what a program showed. One that is
// there must be the user's own: in a folder that others may write to, they can expect its
// name, and links that wait in theirs would choose what is overwritten.
func ownFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return unwritable(dir, err, "-o DIR")
	}
	st, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if st.Mode()&os.ModeSymlink != 0 {
		return fmt.Errorf("%s is a symbolic link: name the folder itself, or another (-o)", dir)
	}
	if sys, ok := st.Sys().(*syscall.Stat_t); ok && int(sys.Uid) != os.Geteuid() {
		return fmt.Errorf("%s is another user's folder: name another (-o)", dir)
	}
	return nil
}
