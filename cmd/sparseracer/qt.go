package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sparseracer/internal/qtbuild"
	"sparseracer/internal/system"
)

// Operations come from Qt in one of two ways: hooks on the stock library, or a
// QtCore that was built from patched source. The runtime behind both is one.

func (t *tool) qtCommand() *cobra.Command {
	c := &cobra.Command{Use: "qt", Short: "Which hooks the installed Qt supports; the patched QtCore"}
	c.AddCommand(t.qtBuildCommand(), &cobra.Command{
		Use:   "status",
		Short: "Say for each hook on the installed Qt whether it can be placed, and which patched QtCore there is",
		Args:  exactArgs(0, "none"),
		RunE: func(c *cobra.Command, args []string) error {
			return t.qtStatus(c.Context())
		},
	})
	return c
}

// qts are the versions of Qt that the hooks know: its core, and the library that
// window-system input comes through.
var qts = [][2]string{{"libQt5Core.so.5", "libQt5Gui.so.5"}, {"libQt6Core.so.6", "libQt6Gui.so.6"}}

// qtStatus asks the hooks about every Qt that is installed.
func (t *tool) qtStatus(ctx context.Context) error {
	dir, done, err := preloadDir()
	if err != nil {
		return err
	}
	defer done()
	found := 0
	for _, names := range qts {
		core := findLibrary(names[0])
		if core == "" {
			continue
		}
		found++
		out, err := askHooks(ctx, filepath.Join(dir, system.HooksLibrary), core, findLibrary(names[1]))
		if err != nil {
			return err
		}
		fmt.Fprintf(t.stdout, "%s\n%s", core, out)
		if strings.Contains(out, "missing") || strings.Contains(out, "refused") {
			t.code = exitError
		}
		if err := t.patchStatus(ctx, dir, names); err != nil {
			return err
		}
	}
	if found == 0 {
		return fmt.Errorf("neither %s nor %s is in %s: no Qt to hook", qts[0][0], qts[1][0], strings.Join(system.SearchedFolders(), ", "))
	}
	if t.code != exitClean {
		fmt.Fprintln(t.stdout, "next: sparseracer record -- ./app, all the same; races around what is missing are not seen")
		return nil
	}
	fmt.Fprintln(t.stdout, "next: sparseracer record -- ./app")
	return nil
}

// askHooks loads the hooks and a Qt into a process that does nothing else; the
// hooks then tell about themselves.
func askHooks(ctx context.Context, hooks, core, gui string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/bin/true")
	preload := hooks + ":" + core
	if gui != "" {
		preload += ":" + gui
	}
	cmd.Env = append(os.Environ(), "LD_PRELOAD="+preload, "SPARSERACER_OPTIONS=qt_status=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("loading the hooks into a test process: %w\n%s", err, out)
	}
	return string(out), nil
}

func (t *tool) qtBuildCommand() *cobra.Command {
	major := 5
	c := &cobra.Command{
		Use:   "build [--qt 5|6]",
		Short: "Build a patched QtCore that takes the stock one's place while recording",
		Long: `Fetches Debian's source package of the installed Qt, applies a small patch that
calls sparseracer at the places where it otherwise hooks the stock library, builds
QtCore alone and keeps it in the user's cache. Nothing of the system is changed; the
library is used by record --qt patched only. Its symbol table must be the stock
one's, else it is thrown away. Takes some minutes and 600 MB while it builds.`,
		Args: exactArgs(0, "none"),
		RunE: func(c *cobra.Command, args []string) error {
			return t.qtBuild(c.Context(), major)
		},
	}
	c.Flags().IntVar(&major, "qt", 5, "major `VERSION` of Qt: 5 (5.15.8) or 6 (6.4.2)")
	return c
}

func (t *tool) qtBuild(ctx context.Context, major int) error {
	b, err := t.qtBuilder()
	if err != nil {
		return err
	}
	in, err := qtbuild.Find(ctx, major)
	if err != nil {
		return err
	}
	path, there := b.Cached(in)
	if !there {
		var end func()
		b.Tell, end = t.steps()
		path, err = b.Build(ctx, in)
		end()
		if err != nil {
			return err
		}
	}
	fmt.Fprintf(t.stdout, "%s\nnext: sparseracer record --qt patched -- ./app\n", path)
	return nil
}

// qtBuilder knows where patched libraries are kept.
func (t *tool) qtBuilder() (*qtbuild.Builder, error) {
	cache := t.getenv("XDG_CACHE_HOME")
	if cache == "" && t.getenv("HOME") != "" {
		cache = filepath.Join(t.getenv("HOME"), ".cache")
	}
	if !filepath.IsAbs(cache) {
		return nil, errors.New("no folder to keep a patched QtCore in: neither XDG_CACHE_HOME nor HOME is an absolute path")
	}
	return &qtbuild.Builder{Cache: filepath.Join(cache, "sparseracer", "qt")}, nil
}

// patchStatus tells of the patched library beside a stock one.
func (t *tool) patchStatus(ctx context.Context, dir string, names [2]string) error {
	b, err := t.qtBuilder()
	if err != nil {
		fmt.Fprintf(t.stdout, "patched QtCore: %v\n", err)
		return nil
	}
	i := slices.IndexFunc(qtbuild.All, func(q qtbuild.Qt) bool { return q.Library == names[0] })
	if i < 0 {
		fmt.Fprintf(t.stdout, "patched QtCore: there is no patch for this Qt\n")
		return nil
	}
	in, err := qtbuild.Find(ctx, qtbuild.All[i].Major)
	if err != nil {
		fmt.Fprintf(t.stdout, "patched QtCore: %v\n", err)
		return nil
	}
	path, there := b.Cached(in)
	if !there {
		fmt.Fprintf(t.stdout, "patched QtCore: not built; sparseracer qt build --qt %d\n", in.Major)
		return nil
	}
	linked, done, err := preloadable(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer done()
	out, err := askHooks(ctx, filepath.Join(dir, system.HooksLibrary), filepath.Join(linked, filepath.Base(path)), findLibrary(names[1]))
	if err != nil {
		return err
	}
	fmt.Fprintf(t.stdout, "%s\n%s", path, out)
	return nil
}

// qtChoice is the value of record --qt.
type qtChoice string

const (
	qtStock   qtChoice = "stock"
	qtPatched qtChoice = "patched"
	qtAuto    qtChoice = "auto"
)

func (c *qtChoice) String() string { return string(*c) }
func (c *qtChoice) Type() string   { return "WAY" }

func (c *qtChoice) Set(s string) error {
	if v := qtChoice(s); v == qtStock || v == qtPatched || v == qtAuto {
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
func (t *tool) patchedFor(ctx context.Context, opt recordOptions, exe string) (string, error) {
	if opt.qt == qtStock || opt.qt == "" {
		return "", nil
	}
	path, err := t.findPatched(ctx, opt, exe)
	if errors.Is(err, errStays) && opt.qt == qtAuto {
		return "", nil
	}
	return path, err
}

func (t *tool) findPatched(ctx context.Context, opt recordOptions, exe string) (string, error) {
	if opt.follow {
		return "", fmt.Errorf("%w: --qt patched and --follow do not go together, a child process may need another Qt", errStays)
	}
	core, major, err := linkedCore(ctx, t.env, exe)
	if err != nil {
		return "", err
	}
	in, err := qtbuild.Find(ctx, major)
	if err != nil {
		return "", fmt.Errorf("%w: %w", errStays, err)
	}
	if !sameFile(core, in.Stock) {
		return "", fmt.Errorf("%w: %s brings its own, %s; the patched one takes the place of %s only", errStays, exe, core, in.Stock)
	}
	b, err := t.qtBuilder()
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
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/lib64/ld-linux-x86-64.so.2", "--list", exe)
	cmd.Env = env
	out, err := cmd.Output()
	if errors.Is(err, fs.ErrNotExist) {
		return "", 0, fmt.Errorf("%w: no dynamic linker to ask: %w", errStays, err)
	}
	for line := range strings.Lines(string(out)) {
		f := strings.Fields(line)
		if len(f) < 3 || f[1] != "=>" {
			continue
		}
		for _, q := range qtbuild.All {
			if f[0] == q.Library {
				return f[2], q.Major, nil
			}
		}
	}
	return "", 0, fmt.Errorf("%w: %s is not linked with a QtCore that there is a patch for "+
		"(a script, or a program that loads Qt while it runs?)", errStays, exe)
}

// preloadedCore is patchedFor under a name that LD_PRELOAD can hold.
func (t *tool) preloadedCore(ctx context.Context, opt recordOptions, exe string) (path string, done func(), err error) {
	path, err = t.patchedFor(ctx, opt, exe)
	if err != nil || path == "" {
		return "", func() {}, err
	}
	dir, done, err := preloadable(filepath.Dir(path))
	return filepath.Join(dir, filepath.Base(path)), done, err
}
