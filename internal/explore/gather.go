package explore

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"sparseracer/internal/steer"
	"sparseracer/internal/steering"
)

// Limits on what is kept of a run.
const (
	outputKept = 64 << 10 // bytes
	textKept   = 8 << 10  // of a file that is text; of others their sum
	fileRead   = 64 << 20
	filesMax   = 5000
)

const exitedWell = "exit status 0"

// platformSays is what Qt's platforms without a screen say of themselves, as often as a
// window changes its size.
var platformSays = strings.NewReplacer("This plugin does not support propagateSizeHints()\n", "")

// factsOf gathers what a run left in its scratch folders, and keeps it in `dir`.
func factsOf(o *steer.Outcome, opt steer.RunOptions, scratch, dir string) (Facts, error) {
	same := strings.NewReplacer(filepath.Join(scratch, "home"), "~", scratch, "SCRATCH")
	f := Facts{"exit": exitedWell}
	if how := o.Failure(); how != "" {
		f["exit"] = how
	}
	if len(o.Reports) > 0 {
		f["report"] = o.Reports[0].Text
	}
	data, err := os.ReadFile(opt.Output)
	if err != nil {
		return nil, err
	}
	if len(data) > outputKept {
		data = data[len(data)-outputKept:]
	}
	f["output"] = platformSays.Replace(strings.ToValidUTF8(same.Replace(string(data)), "?"))
	for _, folder := range []string{"home", "tmp"} {
		if err := f.files(filepath.Join(scratch, folder), map[string]string{"home": "~", "tmp": "TMP"}[folder], same); err != nil {
			return nil, err
		}
	}
	if err := f.said(o, scratch, same); err != nil {
		return nil, err
	}
	if err := f.look(opt.Look, dir); err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(f, "", " ")
	if err != nil {
		return nil, err
	}
	return f, os.WriteFile(filepath.Join(dir, factsFile), text, 0o600)
}

// files adds those below a folder. What vanishes meanwhile is not there.
func (f Facts) files(root, as string, same *strings.Replacer) error {
	n := 0
	return filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case e.IsDir():
			return nil
		}
		if n++; n > filesMax {
			f["file "+as] = fmt.Sprintf("more than %d files", filesMax)
			return fs.SkipAll
		}
		name := "file " + strings.Replace(path, root, as, 1)
		if !e.Type().IsRegular() {
			f[name] = e.Type().String()
			return nil
		}
		f[name], err = contents(path, same)
		if errors.Is(err, fs.ErrNotExist) {
			delete(f, name)
			err = nil
		}
		return err
	})
}

// contents are a file's text, or of what is none or too long a sum.
func contents(path string, same *strings.Replacer) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, fileRead))
	if err != nil {
		return "", err
	}
	if len(data) <= textKept && utf8.Valid(data) && !strings.ContainsRune(string(data), 0) {
		return same.Replace(string(data)), nil
	}
	sum := sha256.Sum256([]byte(same.Replace(string(data))))
	return fmt.Sprintf("%d bytes, sha256 %x", len(data), sum[:8]), nil
}

// lookFile is what the runtime in the program writes, with the pictures beside it.
const lookFile = steering.LookFile

// look takes what the windows showed at the end: a file of lines, and pictures, which
// stay in `dir` under names that say what they show.
func (f Facts) look(from, dir string) error {
	data, err := os.ReadFile(filepath.Join(from, lookFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil // no windows, or no end
	}
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(data)) {
		whole, ok := strings.CutSuffix(line, "\n")
		if !ok {
			break // the program ended while it wrote
		}
		what, value, ok := strings.Cut(whole, "\t")
		if !ok || !ofLook(what) {
			return fmt.Errorf("%s: %.80q is no line of it", filepath.Join(from, lookFile), line)
		}
		if strings.HasPrefix(what, steering.LookWindow) {
			if value, err = keepPicture(from, dir, value); err != nil {
				return err
			}
		}
		f[what] = strings.ToValidUTF8(value, "?")
	}
	return nil
}

// keepPicture copies the picture of "WIDTHxHEIGHT FILE" and gives it the name of its sum.
func keepPicture(from, dir, value string) (string, error) {
	size, name, _ := strings.Cut(value, " ")
	data, err := os.ReadFile(filepath.Join(from, filepath.Base(name)))
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	name = fmt.Sprintf("%x.png", sum[:8])
	return size + " " + name, os.WriteFile(filepath.Join(dir, name), data, 0o600)
}
