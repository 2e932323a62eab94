// Package qtbuild builds the patched QtCore: the distribution's source package of
// exactly the Qt that is installed, with the patch of qtpatch/patches, made into a
// shared library that takes the stock one's place.
//
// Rules: nothing outside the user's cache is written, and nothing of the system's
// configuration is changed; no step needs more rights than a user has. What is in
// the cache is whole: a library gets there only after its symbol table was found to
// be the stock one's. Its folder names the version of the package, the patch and
// the way of building, so that none of them can change unnoticed.
package qtbuild

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"sparseracer/qtpatch/patches"
)

// ErrVersion says that the installed Qt is not one that there is a patch for.
var ErrVersion = errors.New("no patch for this Qt")

// recipe goes up when libraries are to be built again though their patch is the same.
const recipe = 1

// folderMark ends the name of a library's folder; by it the recorder and the hooks
// know the library in LD_PRELOAD and take it out for child processes.
const folderMark = ".sparseqt"

// Qt is a version of Qt that there is a patch for, and where Debian has it.
type Qt struct {
	Major   int
	Version string // what the patch was made for
	Library string // soname of QtCore
	source  string // package that it is built from
	needs   []string
	toolchain
}

// toolchain is how one major version of Qt is built.
type toolchain interface {
	// configure readies the source tree and returns the folder and the command
	// that build in it, and where the library then is.
	configure(ctx context.Context, b *Builder, in *Installed, tree string) (plan, error)
}

// plan is a build about to start.
type plan struct {
	dir     string
	command []string
	objects string // folder in which an object file appears for each source file
	count   int    // how many there will be, about
	library string
}

// All are the versions that can be built.
var All = []Qt{
	{
		Major: 5, Version: "5.15.8", Library: "libQt5Core.so.5",
		source: "qtbase-opensource-src",
		needs: []string{"qt5-qmake", "qtbase5-dev", "qtbase5-dev-tools", "qtbase5-private-dev", "libdouble-conversion-dev",
			"libicu-dev", "libpcre2-dev", "libglib2.0-dev", "libzstd-dev", "zlib1g-dev", "g++", "make", "patch", "xz-utils"},
		toolchain: qmake{},
	},
	{
		Major: 6, Version: "6.4.2", Library: "libQt6Core.so.6",
		source: "qt6-base",
		needs: []string{"qt6-base-dev", "qt6-base-dev-tools", "qt6-base-private-dev", "libb2-dev", "libdouble-conversion-dev",
			"libicu-dev", "libpcre2-dev", "libglib2.0-dev", "libzstd-dev", "zlib1g-dev", "g++", "cmake", "ninja-build", "perl",
			"pkg-config", "patch", "xz-utils"},
		toolchain: cmake{},
	},
}

// Installed is what the package system says about a Qt.
type Installed struct {
	Qt
	Package string // version of the package
	Source  string // version of its source package
	Stock   string // the library file
	binary  string // the package
}

// Find asks for the installed Qt of a major version.
func Find(ctx context.Context, major int) (*Installed, error) {
	for _, q := range All {
		if q.Major == major {
			return q.find(ctx)
		}
	}
	return nil, fmt.Errorf("%w: Qt %d", ErrVersion, major)
}

func (q Qt) find(ctx context.Context) (*Installed, error) {
	binary, _, err := Owner(ctx, q.Library)
	if err != nil {
		return nil, fmt.Errorf("%w, so there is no source package to build from", err)
	}
	out, err := exec.CommandContext(ctx, "dpkg-query", "-W", "-f", "${Version} ${source:Version} ${Status}\n", binary).Output()
	var version, source string
	if err == nil {
		_, err = fmt.Sscan(string(out), &version, &source)
	}
	if err != nil || !strings.Contains(string(out), " install ok installed\n") {
		return nil, fmt.Errorf("%s is not installed as a package of Debian, so there is no source package to build from", binary)
	}
	if upstream, _, _ := strings.Cut(version, "+"); upstream != q.Version {
		return nil, fmt.Errorf("%w: %s is %s, the patch was made for %s", ErrVersion, binary, version, q.Version)
	}
	name := q.Library + strings.TrimPrefix(q.Version, fmt.Sprint(q.Major))
	_, stock, err := Owner(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("%s has no %s: %w", binary, name, err)
	}
	return &Installed{q, version, source, stock, binary}, nil
}

// Builder is where libraries are kept, and who is informed of progress.
type Builder struct {
	Cache string // folder; created when needed
	Jobs  int    // how many compilers at once; 0 = 2
	// Step is called with the step that is done now and how much of it is done,
	// from 0 to 1. nil: nobody is informed.
	Step func(step string, done float64)
	// Change is made in place of our patch: a QtCore that hooks are tried on. nil: none.
	Change *Change
}

// Change is a change of Qt's sources.
type Change struct {
	Name string // part of the library's folder: another one for another change
	Make func(tree string) error
}

func (b *Builder) tell(step string, done float64) {
	if b.Step != nil {
		b.Step(step, done)
	}
}

func (q Qt) patch() ([]byte, error) {
	return patches.Files.ReadFile("qtcore-" + q.Version + ".patch")
}

// Path is where the patched library of an installed Qt is, or will be.
func (b *Builder) Path(in *Installed) (string, error) {
	p, err := in.patch()
	if err != nil {
		return "", err
	}
	if b.Change != nil {
		p = []byte(b.Change.Name)
	}
	h := sha256.Sum256(fmt.Appendf(p, "recipe %d", recipe))
	return filepath.Join(b.Cache, fmt.Sprintf("%s-%x%s", in.Package, h[:5], folderMark), filepath.Base(in.Stock)), nil
}

// Cached is the patched library, if it has been built.
func (b *Builder) Cached(in *Installed) (path string, ok bool) {
	path, err := b.Path(in)
	if err != nil {
		return "", false
	}
	_, err = os.Stat(path)
	return path, err == nil
}

// Build builds the library, unless it is there already.
func (b *Builder) Build(ctx context.Context, in *Installed) (path string, err error) {
	if path, ok := b.Cached(in); ok {
		return path, nil
	}
	if missing := absent(ctx, in.needs); len(missing) > 0 {
		return "", fmt.Errorf("building QtCore %s needs packages that are not installed: apt-get install %s",
			in.Version, strings.Join(missing, " "))
	}
	unlock, err := b.lock()
	if err != nil {
		return "", err
	}
	defer unlock()
	if path, ok := b.Cached(in); ok { // somebody else was at it
		return path, nil
	}
	return b.build(ctx, in)
}

// lock lets one build at a time use the cache.
func (b *Builder) lock() (unlock func(), err error) {
	if err := os.MkdirAll(b.Cache, 0o755); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(b.Cache, "lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == syscall.EWOULDBLOCK {
		b.tell("another build is running, waiting for it", 0)
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	return func() { f.Close() }, nil
}

func (b *Builder) build(ctx context.Context, in *Installed) (string, error) {
	path, err := b.Path(in)
	if err != nil {
		return "", err
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
	if err := b.change(ctx, in, tree); err != nil {
		return "", err
	}
	p, err := in.configure(ctx, b, in, tree)
	if err != nil {
		return "", err
	}
	if err := b.compile(ctx, p); err != nil {
		return "", err
	}
	b.tell("comparing the symbol table with the stock one's", 0)
	if err := SameSymbols(in.Stock, p.library); err != nil {
		return "", err
	}
	return path, install(p.library, path)
}

// work is a new folder to build in. What a build that was killed has left behind goes: we have
// the lock, it is nobody's.
func (b *Builder) work() (string, error) {
	left, err := filepath.Glob(filepath.Join(b.Cache, "build-*"))
	if err != nil {
		return "", err
	}
	for _, dir := range left {
		if err := os.RemoveAll(dir); err != nil {
			return "", err
		}
	}
	return os.MkdirTemp(b.Cache, "build-")
}

// install puts the library in its place at once, so that no half of it is ever seen.
func install(library, path string) error {
	dir := filepath.Dir(path)
	part := dir + ".part"
	if err := os.RemoveAll(part); err != nil {
		return err
	}
	if err := os.Mkdir(part, 0o755); err != nil {
		return err
	}
	if err := os.Rename(library, filepath.Join(part, filepath.Base(path))); err != nil {
		return err
	}
	return os.Rename(part, dir)
}

// absent are those of the packages that are not installed.
func absent(ctx context.Context, packages []string) []string {
	var missing []string
	for _, p := range packages {
		out, err := exec.CommandContext(ctx, "dpkg-query", "-W", "-f", "${Status}", p).Output()
		if err != nil || string(out) != "install ok installed" {
			missing = append(missing, p)
		}
	}
	return missing
}
