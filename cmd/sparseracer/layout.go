package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sparseracer/internal/system"
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
		if _, err := os.Stat(filepath.Join(dir, system.RecorderLibrary)); err == nil {
			return dir, nil
		}
	}
	return "", fmt.Errorf("%s is neither in %s nor in its folder sparseracer: is the installation whole?",
		system.RecorderLibrary, filepath.Join(up, "lib"))
}

// preloadDir gives the folder of the libraries under a name that LD_PRELOAD can
// hold: the dynamic linker splits at blanks and colons and knows no quoting, so
// such a folder gets a link elsewhere until done is called.
func preloadDir() (dir string, done func(), err error) {
	if dir, err = libraryDir(); err != nil {
		return "", func() {}, err
	}
	return preloadable(dir)
}

// preloadable does that for any folder; the end of its name stays, for the patched
// QtCore is known by it.
func preloadable(dir string) (name string, done func(), err error) {
	done = func() {}
	if !strings.ContainsAny(dir, " \t\n:") {
		return dir, done, nil
	}
	for _, parent := range []string{os.TempDir(), "/tmp"} {
		if strings.ContainsAny(parent, " \t\n:") {
			continue
		}
		tmp, err := os.MkdirTemp(parent, "sparseracer-lib-")
		if err != nil {
			return "", done, err
		}
		done = func() { os.RemoveAll(tmp) }
		link := filepath.Join(tmp, "lib"+filepath.Ext(dir))
		if err := os.Symlink(dir, link); err != nil {
			done()
			return "", func() {}, err
		}
		return link, done, nil
	}
	return "", done, fmt.Errorf("%s: the dynamic linker takes no path with blanks or colons, and no folder for a link was found", dir)
}
