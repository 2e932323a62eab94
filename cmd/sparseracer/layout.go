package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// Names of what is loaded into recorded programs.
const (
	recorderLibrary = "libsparserec.so"
	qtLibrary       = "libsparseqt.so"
)

// libraryDir finds the folder of the libraries relative to this program, so
// that a tree can be moved: bin/../lib as built, bin/../lib/sparseracer as
// installed.
func libraryDir() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if self, err = filepath.EvalSymlinks(self); err != nil {
		return "", err
	}
	up := filepath.Dir(filepath.Dir(self))
	for _, dir := range []string{filepath.Join(up, "lib", "sparseracer"), filepath.Join(up, "lib")} {
		if _, err := os.Stat(filepath.Join(dir, recorderLibrary)); err == nil {
			return dir, nil
		}
	}
	return "", fmt.Errorf("%s is neither in %s nor in its folder sparseracer: is the installation whole?",
		recorderLibrary, filepath.Join(up, "lib"))
}
