package symbols

import (
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Locations say where the files of a program are that ran on another machine,
// or whose debug information lies apart from it. Files found through them count
// only if their build-id is the recorded one.
type Locations struct {
	// Sysroot is a folder with the recorded machine's files under it, "" = none.
	Sysroot string
	// Debug are folders with separate debug information, or with the files
	// themselves, looked through in this order.
	Debug []string
	// Alone: the trace is a stranger's. No file outside of these folders is looked at, also
	// not where it was recorded.
	Alone bool
}

// Check reports a folder that is none.
func (l Locations) Check() error {
	for _, dir := range append([]string{l.Sysroot}, l.Debug...) {
		if dir == "" {
			continue
		}
		if st, err := os.Stat(dir); err != nil {
			return fmt.Errorf("%s: %w", dir, errors.Unwrap(err))
		} else if !st.Mode().IsDir() {
			return fmt.Errorf("%s: not a folder", dir)
		}
	}
	return nil
}

// candidates are where a module's file may be, best first: debug information
// proper, then the file itself in a folder of such, under the sysroot, and where
// it was recorded. A recorded path cannot lead out of a folder.
func (l Locations) candidates(path, buildID string) []string {
	folders := l.Debug
	if l.Sysroot != "" {
		folders = append(folders[:len(folders):len(folders)], filepath.Join(l.Sysroot, "usr/lib/debug"))
	}
	var out []string
	under := filepath.Clean("/" + path)
	for _, dir := range folders {
		if id := strings.ToLower(buildID); len(id) > 2 && isHex(id) {
			out = append(out, filepath.Join(dir, ".build-id", id[:2], id[2:]+".debug"), filepath.Join(dir, ".build-id", id[:2], id[2:]))
		}
		for _, name := range []string{under + ".debug", under, filepath.Base(under) + ".debug", filepath.Base(under)} {
			out = append(out, filepath.Join(dir, name))
		}
	}
	if l.Sysroot != "" {
		out = append(out, filepath.Join(l.Sysroot, under))
	}
	if filepath.IsAbs(path) && !l.Alone {
		out = append(out, path)
	}
	return out
}

func isHex(s string) bool { return strings.Trim(s, "0123456789abcdef") == "" }

// locate finds the file to take symbols from. The error says what is wrong with
// the one nearest to it: where all are absent, that.
func (l Locations) locate(path, buildID string) (string, error) {
	if path == "" || !filepath.IsAbs(path) && len(l.Debug) == 0 {
		return "", fmt.Errorf("%q: %w", path, errNoFile)
	}
	if !safePath(path) {
		return "", fmt.Errorf("%q: no symbols: the name has quotes or control characters", path)
	}
	var why error
	for _, file := range l.candidates(path, buildID) {
		abs, err := filepath.Abs(file)
		if err != nil || !safePath(abs) {
			continue
		}
		err = checkFile(abs, buildID)
		if err == nil {
			return abs, nil
		}
		if why == nil || errors.Is(why, os.ErrNotExist) {
			why = err
		}
	}
	switch {
	case !filepath.IsAbs(path) && (why == nil || errors.Is(why, os.ErrNotExist)):
		return "", fmt.Errorf("%q: %w", path, errNoFile) // the kernel's vdso, say
	case errors.Is(why, os.ErrNotExist) && l.given():
		return "", fmt.Errorf("%s: no symbols: neither there nor in the folders given (build-id %s)", path, orNone(clip(buildID)))
	case why == nil:
		return "", fmt.Errorf("%s: no symbols: the folders given have quotes or control characters in their names", path)
	}
	return "", why
}

func (l Locations) given() bool { return l.Sysroot != "" || len(l.Debug) > 0 }

// checkFile decides whether symbols may be taken from a file.
func checkFile(path, buildID string) error {
	st, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("%s: no symbols: %w", path, errors.Unwrap(err))
	}
	if !st.Mode().IsRegular() {
		return fmt.Errorf("%s: no symbols: not a regular file", path)
	}
	f, err := elf.Open(path)
	if err != nil {
		return fmt.Errorf("%s: no symbols: not a readable ELF file", path)
	}
	defer f.Close()
	if found := BuildID(f); !strings.EqualFold(found, buildID) {
		return fmt.Errorf("%s: no symbols: the file has build-id %s, the recorded one had %s (rebuilt since?)",
			path, orNone(found), orNone(clip(buildID)))
	}
	return nil
}
