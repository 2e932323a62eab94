// Package install knows what belongs to this installation: where its libraries are,
// under which names they can be preloaded, whether its hooks fit a Qt, and where
// patched QtCores are kept.
package install

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"sparseracer/internal/qtbuild"
	"sparseracer/internal/steering"
	"sparseracer/internal/system"
)

// LibraryDir finds the folder of the libraries relative to this program, so
// that a tree can be moved: bin/../lib as built, bin/../lib/sparseracer as
// installed, and for programs that lie there themselves their own folder.
func LibraryDir() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if self, err = filepath.EvalSymlinks(self); err != nil {
		return "", err
	}
	up := filepath.Dir(filepath.Dir(self))
	for _, dir := range []string{filepath.Join(up, "lib", "sparseracer"), filepath.Join(up, "lib"), filepath.Dir(self)} {
		if _, err := os.Stat(filepath.Join(dir, system.RecorderLibrary)); err == nil {
			return filepath.EvalSymlinks(dir) // a link to a folder cannot be kept in a sandbox
		}
	}
	return "", fmt.Errorf("%s is neither in %s nor in its folder sparseracer: is the installation whole?",
		system.RecorderLibrary, filepath.Join(up, "lib"))
}

// PreloadDir gives the folder of the libraries under a name that LD_PRELOAD can
// hold: the dynamic linker splits at blanks and colons and knows no quoting, so
// such a folder gets a link elsewhere until done is called.
func PreloadDir() (dir string, done func(), err error) {
	if dir, err = LibraryDir(); err != nil {
		return "", func() {}, err
	}
	return Preloadable(dir)
}

// Preloadable does that for any folder; the end of its name stays, for the patched
// QtCore is known by it.
func Preloadable(dir string) (name string, done func(), err error) {
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

// ByMachine is the folder of the libraries as LD_PRELOAD is to name it: with the loader's own
// word for the machine, so that the loader of a 32-bit program finds something that it can
// load, and does not complain (tracelib/unrecorded). Where nothing was built for that, it is
// the folder itself.
func ByMachine(dir string) string {
	if FileExists(filepath.Join(dir, "i686", system.RecorderLibrary)) {
		return filepath.Join(dir, "$PLATFORM")
	}
	return dir
}

// FindLibrary looks for a library of the system's, "" if there is none.
func FindLibrary(name string) string {
	for _, dir := range system.SearchedFolders() {
		if p := filepath.Join(dir, name); FileExists(p) {
			return p
		}
	}
	return ""
}

// FileExists: something of that name is there.
func FileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Reason drops the "exec: NAME:" that our own message says already.
func Reason(err error) error {
	var e *exec.Error
	if errors.As(err, &e) {
		err = e.Err
	}
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// AskHooks loads the hooks and a Qt into a process that does nothing else; the
// hooks then report on themselves.
func AskHooks(ctx context.Context, dir, core, gui string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "/bin/true")
	preload := filepath.Join(dir, system.HooksLibrary) + ":" + core
	if gui != "" {
		preload += ":" + gui
	}
	cmd.Env = append(os.Environ(), "LD_PRELOAD="+preload, steering.EnvironmentOptions+"="+steering.Option(steering.OptionStatus, "1"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("loading the hooks into a test process: %w\n%s", err, out)
	}
	return string(out), nil
}

// linkers are the dynamic linkers, by Go's name of the machine.
var linkers = map[string]string{"amd64": "/lib64/ld-linux-x86-64.so.2", "arm64": "/lib/ld-linux-aarch64.so.1"}

// LinkedLibraries asks the dynamic linker which libraries a program would get, by their
// sonames; the program itself does not run. One that is not found is left out and hides no other: what a program was
// built with may have moved, and its recorder is preloaded.
func LinkedLibraries(ctx context.Context, env []string, exe string) (map[string]string, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, linkers[runtime.GOARCH], exe)
	cmd.Env = append(slices.Clip(env), "LD_TRACE_LOADED_OBJECTS=1") // where "--list" ends at the first one that is not found
	out, err := cmd.Output()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("no dynamic linker to ask: %w", err)
	}
	if ctx.Err() != nil { // its answer is not whole; otherwise what it found counts, whatever it says of the rest
		return nil, fmt.Errorf("the dynamic linker was not asked to the end: %w", context.Cause(ctx))
	}
	libraries := map[string]string{}
	for line := range strings.Lines(string(out)) {
		if f := strings.Fields(line); len(f) >= 3 && f[1] == "=>" && !strings.HasSuffix(strings.TrimSpace(line), "=> not found") {
			libraries[f[0]] = f[2]
		}
	}
	return libraries, nil
}

// Cache is our folder in the user's cache.
func Cache(env []string) (string, error) {
	cache := Getenv(env, "XDG_CACHE_HOME")
	if cache == "" && Getenv(env, "HOME") != "" {
		cache = filepath.Join(Getenv(env, "HOME"), ".cache")
	}
	if !filepath.IsAbs(cache) {
		return "", errors.New("neither XDG_CACHE_HOME nor HOME is an absolute path")
	}
	return filepath.Join(cache, "sparseracer"), nil
}

// PatchedQts knows where patched libraries are kept.
func PatchedQts(env []string) (*qtbuild.Builder, error) {
	cache, err := Cache(env)
	if err != nil {
		return nil, fmt.Errorf("no folder to keep a patched QtCore in: %w", err)
	}
	return &qtbuild.Builder{Cache: filepath.Join(cache, "qt")}, nil
}

// Getenv looks a variable up in an environment; the last one counts.
func Getenv(env []string, name string) string {
	for i := len(env) - 1; i >= 0; i-- {
		if k, v, _ := strings.Cut(env[i], "="); k == name {
			return v
		}
	}
	return ""
}
