package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

var playerBuilt struct {
	sync.Once
	path, fault string
}

// player builds samples/session, which plays the person while a sample is
// recorded; confirm and replay do without it.
func player(t *testing.T) string {
	t.Helper()
	b := &playerBuilt
	b.Do(func() {
		version, err := exec.Command("pkg-config", "--modversion", "Qt5Gui").Output()
		flags, err2 := exec.Command("pkg-config", "--cflags", "--libs", "Qt5Widgets", "Qt5Gui").Output()
		include, err3 := exec.Command("pkg-config", "--variable=includedir", "Qt5Gui").Output()
		sources, _ := filepath.Glob("../../samples/session/*.cpp")
		private := filepath.Join(strings.TrimSpace(string(include)), "QtGui", strings.TrimSpace(string(version)))
		if err != nil || err2 != nil || err3 != nil || !exists(private) {
			b.fault = "qtbase5-private-dev is not installed"
			return
		}
		dir, err := os.MkdirTemp("", "sparse-player-")
		if err != nil {
			b.fault = err.Error()
			return
		}
		b.path = filepath.Join(dir, "libsession.so")
		args := append([]string{"-shared", "-fPIC", "-O1", "-fvisibility=hidden", "-o", b.path,
			"-I" + filepath.Join(private, "QtGui"), "-I" + private}, sources...)
		if out, err := exec.Command("c++", append(args, strings.Fields(string(flags))...)...).CombinedOutput(); err != nil {
			b.fault = string(out)
		}
	})
	if b.fault != "" {
		missing(t, b.fault)
	}
	return b.path
}
