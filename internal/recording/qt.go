package recording

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"sparseracer/internal/install"
	"sparseracer/internal/qtbuild"
)

// Operations come from Qt in one of two ways: hooks on the stock library, or a
// QtCore that was built from patched source. The runtime behind both is one.

// QtChoice is the value of record --qt.
type QtChoice string

const (
	QtStock   QtChoice = "stock"
	QtPatched QtChoice = "patched"
	QtAuto    QtChoice = "auto"
)

func (c *QtChoice) String() string { return string(*c) }
func (c *QtChoice) Type() string   { return "WAY" }

func (c *QtChoice) Set(s string) error {
	if v := QtChoice(s); v == QtStock || v == QtPatched || v == QtAuto {
		*c = v
		return nil
	}
	return errors.New("expected stock, patched or auto")
}

// errStays says why a program keeps the stock QtCore.
var errStays = errors.New("no patched Qt for this program")

// patchedFor is the patched QtCore that is to be loaded into a program, "" if it is
// to have the stock one. It comes by LD_PRELOAD and stands for the stock library by
// its soname, so that no RUNPATH and no LD_LIBRARY_PATH finds another one after it.
func (opt *Options) patchedFor(ctx context.Context, exe string) (string, error) {
	if opt.Qt == QtStock || opt.Qt == "" {
		return "", nil
	}
	path, err := opt.findPatched(ctx, exe)
	if errors.Is(err, errStays) && opt.Qt == QtAuto {
		return "", nil
	}
	return path, err
}

func (opt *Options) findPatched(ctx context.Context, exe string) (string, error) {
	if opt.Follow {
		return "", fmt.Errorf("%w: --qt patched and --follow do not go together, a child process may need another Qt", errStays)
	}
	core, major, err := linkedCore(ctx, opt.Env, exe)
	if err != nil {
		return "", fmt.Errorf("%w: %w", errStays, err)
	}
	in, err := qtbuild.Find(ctx, major)
	if err != nil {
		return "", fmt.Errorf("%w: %w", errStays, err)
	}
	if !sameFile(core, in.Stock) {
		return "", fmt.Errorf("%w: %s brings its own, %s; the patched one takes the place of %s only", errStays, exe, core, in.Stock)
	}
	b, err := install.PatchedQts(opt.Env)
	if err != nil {
		return "", fmt.Errorf("%w: %w", errStays, err)
	}
	path, there := b.Cached(in)
	if !there {
		return "", fmt.Errorf("%w: no patched QtCore %s has been built; sparseracer qt build --qt %d", errStays, in.Package, major)
	}
	return path, nil
}

func sameFile(a, b string) bool {
	sa, erra := os.Stat(a)
	sb, errb := os.Stat(b)
	return erra == nil && errb == nil && os.SameFile(sa, sb)
}

// linkedCore asks the dynamic linker which QtCore a program would get; the program
// itself does not run.
func linkedCore(ctx context.Context, env []string, exe string) (path string, major int, err error) {
	libraries, err := install.LinkedLibraries(ctx, env, exe)
	if err != nil {
		return "", 0, err
	}
	for _, q := range qtbuild.All {
		if core := libraries[q.Library]; core != "" {
			return core, q.Major, nil
		}
	}
	return "", 0, fmt.Errorf("%s is not linked with QtCore 5 or 6 "+
		"(a script, or a program that loads Qt while it runs?)", exe)
}

// preloadedCore is patchedFor under a name that LD_PRELOAD can hold.
func (opt *Options) preloadedCore(ctx context.Context, exe string) (path string, done func(), err error) {
	path, err = opt.patchedFor(ctx, exe)
	if err != nil || path == "" {
		return "", func() {}, err
	}
	dir, done, err := install.Preloadable(filepath.Dir(path))
	return filepath.Join(dir, filepath.Base(path)), done, err
}
