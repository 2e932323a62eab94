package qtbuild

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Own is a Qt as no distribution has it: from the sources of the installed Qt 6, by clang, in a
// folder of its own, without GLib. It has what programs with windows need, offscreen.
type Own struct {
	Name    string   // part of its folder
	Options []string // for cmake, beside those of every one
}

// ownOptions leave out whole modules and plugins, which takes time and no member of a private
// class: our input library is built with the installed Qt's private headers.
func ownOptions(prefix string) []string {
	options := []string{"-DCMAKE_INSTALL_PREFIX=" + prefix, "-DCMAKE_BUILD_TYPE=None", "-DBUILD_SHARED_LIBS=ON",
		"-DCMAKE_C_COMPILER=clang-19", "-DCMAKE_CXX_COMPILER=clang++-19", "-DCMAKE_C_FLAGS=-O1 -g0", "-DCMAKE_CXX_FLAGS=-O1 -g0",
		"-DQT_HOST_PATH=/usr", "-DQT_FORCE_FIND_TOOLS=ON", "-DQT_BUILD_TESTS=OFF", "-DQT_BUILD_EXAMPLES=OFF"}
	for _, feature := range strings.Fields("glib icu mimetype_database dbus network sql testlib concurrent xml printsupport " +
		"opengl egl vulkan xcb xlib linuxfb eglfs kms gtk3 libinput evdev tslib mtdev") {
		options = append(options, "-DFEATURE_"+feature+"=OFF")
	}
	return options
}

// Own builds one, unless it is there already, and returns its prefix.
func (b *Builder) Own(ctx context.Context, in *Installed, own Own) (prefix string, err error) {
	h := sha256.Sum256(fmt.Appendf(nil, "%q %q %d", own.Options, ownOptions(""), recipe))
	prefix = filepath.Join(b.Cache, fmt.Sprintf("%s-%s-%x", in.Package, own.Name, h[:5]))
	if _, err := os.Stat(prefix); err == nil {
		return prefix, nil
	}
	unlock, err := b.lock()
	if err != nil {
		return "", err
	}
	defer unlock()
	if _, err := os.Stat(prefix); err == nil { // somebody else was at it
		return prefix, nil
	}
	work, err := b.work()
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	tree, err := b.fetch(ctx, in, work)
	if err != nil {
		return "", err
	}
	dir, stage := filepath.Join(work, "build"), filepath.Join(work, "stage")
	configure := append([]string{"cmake", "-S", tree, "-B", dir, "-G", "Ninja"}, ownOptions(prefix)...)
	for _, step := range [][]string{
		append(configure, own.Options...),
		{"nice", "-n", "10", "cmake", "--build", dir, b.jobs()},
		{"env", "DESTDIR=" + stage, "cmake", "--install", dir},
	} {
		if err := run(ctx, work, "building Qt "+own.Name, step...); err != nil {
			return "", err
		}
	}
	return prefix, os.Rename(filepath.Join(stage, prefix), prefix)
}
