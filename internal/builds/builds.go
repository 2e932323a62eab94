// Package builds keeps what tests compile in the user's cache, so that a program is
// compiled again only when something changed that decides what comes out.
//
// The rules it keeps:
//   - The key is of contents: of the sources, of a compiler of ours, of the command,
//     of the variables that compilers read and of the list of installed packages. What is found under
//     a key is therefore what building would make.
//   - A build is used once a mark beside it says that it is complete; of several
//     processes that want one, one builds and the others wait for it. It is made in its
//     own place, because linkers write paths into what they make.
//   - Tests read what they get and never write into it: others use it at the same time.
//   - A test of the compilers does not use this room; what it tests is the compiling.
package builds

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"sparseracer/internal/system"
)

// unused is how long a build stays that no test asked for.
const unused = 14 * 24 * time.Hour

// root is where builds are kept. It is read before any test sets variables of its own.
var root = func() string {
	if cache, err := os.UserCacheDir(); err == nil {
		return filepath.Join(cache, "sparseracer", "samples")
	}
	return filepath.Join(os.TempDir(), "sparseracer-samples")
}()

// Inputs decide what a build makes.
type Inputs struct {
	Words []string // the command, without the folder it writes to
	Files []string // what it reads, with compilers that are part of the project; what these include is found
}

// Folder gives a folder that make has filled, now or in an earlier run. When make fails
// nothing is kept.
func Folder(in Inputs, make func(dir string) error) (string, error) { return folder(root, in, make) }

// Program gives the program or library that a compiler makes. In args, "{out}" stands
// for its path.
func Program(t testing.TB, name, compiler string, args ...string) string {
	t.Helper()
	return filepath.Join(Commands(t, name, append([]string{compiler}, args...)), name)
}

// Commands gives the folder in which commands made something. In their words "{out}"
// stands for the path of name in it, "{dir}" for the folder.
func Commands(t testing.TB, name string, commands ...[]string) string {
	t.Helper()
	in := Inputs{Words: []string{name}}
	for _, c := range commands {
		in.Words = append(in.Words, c...)
		in.Files = append(in.Files, named(c)...)
	}
	dir, err := Folder(in, func(dir string) error {
		words := strings.NewReplacer("{out}", filepath.Join(dir, name), "{dir}", dir)
		for _, c := range commands {
			args := []string{}
			for _, a := range c {
				args = append(args, words.Replace(a))
			}
			if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
				return fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, out)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// named are the files that a command names: sources, and our compilers with the program
// that does their work.
func named(command []string) (files []string) {
	for _, word := range command {
		st, err := os.Stat(word)
		if err != nil || st.IsDir() || system.IsInstalled(word) {
			continue
		}
		files = append(files, word)
		if strings.HasPrefix(filepath.Base(word), "sparse-c") {
			files = append(files, filepath.Join(filepath.Dir(word), "../lib/sparse-instrument"))
		}
	}
	return files
}

// folder builds unless that has been done, holding the key's lock meanwhile.
func folder(root string, in Inputs, make func(dir string) error) (string, error) {
	key, err := keyOf(in)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(root, 0o755); err != nil {
		return "", err
	}
	dir := filepath.Join(root, key)
	lock, err := os.OpenFile(dir+".lock", os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return "", err
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return "", err
	}
	now, complete := time.Now(), dir+".complete"
	if os.Chtimes(complete, now, now) == nil {
		return dir, nil
	}
	removeUnused(root, now)
	if err := os.RemoveAll(dir); err != nil { // of a build that was interrupted
		return "", err
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return "", err
	}
	if err := make(dir); err != nil {
		_ = os.RemoveAll(dir)
		return "", err
	}
	return dir, os.WriteFile(complete, nil, 0o644)
}

// removeUnused removes builds that were not asked for of late. Locks stay: a process
// may be waiting for one.
func removeUnused(root string, now time.Time) {
	marks, err := filepath.Glob(filepath.Join(root, "*.complete"))
	if err != nil {
		return
	}
	for _, mark := range marks {
		if info, err := os.Stat(mark); err == nil && now.Sub(info.ModTime()) > unused && os.Remove(mark) == nil {
			_ = os.RemoveAll(strings.TrimSuffix(mark, ".complete"))
		}
	}
}

// keyOf is the hash of all that decides what comes out.
func keyOf(in Inputs) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "builds 1\n%s\n%q\n", machine(), in.Words)
	for _, variable := range []string{"CPATH", "CFLAGS", "CXXFLAGS", "LDFLAGS", "LIBRARY_PATH", "SPARSE_CLANG", "SPARSE_IGNORELIST"} {
		fmt.Fprintf(h, "%s=%q\n", variable, os.Getenv(variable))
	}
	list := reader{h, folders(in.Words), map[string]bool{}}
	for _, path := range in.Files {
		abs, err := filepath.Abs(path) // debug information and run paths have it
		if err != nil {
			return "", err
		}
		if err := list.add(abs); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:24], nil
}

// folders are those that a compiler looks into for headers, without the system's.
func folders(words []string) (list []string) {
	for _, word := range words {
		if dir, is := strings.CutPrefix(word, "-I"); is && !system.IsInstalled(dir) {
			list = append(list, dir)
		}
	}
	return list
}

// reader adds files to a key by path and content, each with what it includes.
type reader struct {
	key     io.Writer
	folders []string
	seen    map[string]bool
}

var (
	includes = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]`)
	isSource = regexp.MustCompile(`\.([chS]|cc|cpp|def|inc|hpp)$`)
)

func (r *reader) add(path string) error {
	if r.seen[path] {
		return nil
	}
	r.seen[path] = true
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	fmt.Fprintf(r.key, "%s %x\n", path, sha256.Sum256(data))
	if !isSource.MatchString(path) {
		return nil
	}
	for _, m := range includes.FindAllSubmatch(data, -1) {
		for _, dir := range append([]string{filepath.Dir(path)}, r.folders...) {
			header, err := filepath.Abs(filepath.Join(dir, string(m[1])))
			if err != nil {
				return err
			}
			if st, err := os.Stat(header); err == nil && !st.IsDir() {
				if err := r.add(header); err != nil {
					return err
				}
				break
			}
		}
	}
	return nil
}

// machine stands for the compilers and libraries that are installed: dpkg's list of them.
// Elsewhere it is what the compilers say they are, with the libraries' versions.
var machine = sync.OnceValue(func() string {
	h := sha256.New()
	if list, err := os.ReadFile("/var/lib/dpkg/status"); err == nil {
		h.Write(list)
		return hex.EncodeToString(h.Sum(nil))
	}
	for _, command := range [][]string{{"cc", "--version"}, {"c++", "--version"}, {"clang-19", "--version"}, {"cmake", "--version"}, {"pkg-config", "--list-all"},
		{"pkg-config", "--modversion", "Qt5Core"}, {"pkg-config", "--modversion", "Qt6Core"}} {
		out, _ := exec.Command(command[0], command[1:]...).Output()
		h.Write(out)
	}
	return hex.EncodeToString(h.Sum(nil))
})
