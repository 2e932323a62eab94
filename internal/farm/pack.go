package farm

import (
	"context"
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// FileAt describes a file on this machine; id, where it is not "", is the build-id that it must have.
func FileAt(path, id string) (File, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return File{}, err
	}
	st, err := os.Stat(path)
	if err != nil {
		return File{}, err
	}
	if !st.Mode().IsRegular() {
		return File{}, fmt.Errorf("%s: not a file", path)
	}
	f := File{Path: path, BuildID: BuildIDOf(path), Execute: st.Mode()&0o111 != 0}
	if id != "" && f.BuildID != id {
		return File{}, fmt.Errorf("%s: its build-id is not the recorded one", path)
	}
	if f.BuildID == "" {
		f.Sum, err = sumOfFile(path)
	}
	return f, err
}

func sumOfFile(path string) (Sum, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return Sum(hex.EncodeToString(h.Sum(nil))), nil
}

// BuildIDOf is the build-id of a program or library, "" if it has none.
func BuildIDOf(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	return ReadBuildID(f)
}

// ReadBuildID looks for the note in the segments that are loaded with a file.
func ReadBuildID(r io.ReaderAt) string {
	f, err := elf.NewFile(r)
	if err != nil {
		return ""
	}
	for _, p := range f.Progs {
		if p.Type != elf.PT_NOTE || p.Filesz > 1<<20 {
			continue
		}
		data := make([]byte, p.Filesz)
		if _, err := p.ReadAt(data, 0); err != nil {
			return ""
		}
		if id := buildIDNote(f, data); id != "" {
			return id
		}
	}
	return ""
}

// buildIDNote goes through notes: sizes of name and description, a type, both padded to 4 bytes.
func buildIDNote(f *elf.File, data []byte) string {
	pad := func(n uint32) int { return int((uint64(n) + 3) &^ 3) }
	for len(data) >= 12 {
		name, desc, kind := f.ByteOrder.Uint32(data), f.ByteOrder.Uint32(data[4:]), f.ByteOrder.Uint32(data[8:])
		data = data[12:]
		if pad(name) > len(data) || pad(desc) > len(data)-pad(name) {
			return ""
		}
		if kind == 3 && string(data[:name]) == "GNU\x00" { // NT_GNU_BUILD_ID
			return hex.EncodeToString(data[pad(name) : pad(name)+int(desc)])
		}
		data = data[pad(name)+pad(desc):]
	}
	return ""
}

// loaded is a line of the loader's list: NAME => PATH (ADDRESS), or PATH (ADDRESS).
var loaded = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^\t(?:\S+ => )?(/.+) \(0x[0-9a-f]+\)$`) })

// missing is a library that the loader did not find.
var missing = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^\t(\S+) => not found$`) })

// Needed is a program with the libraries that the loader would take for it here. What it opens
// while it runs, plug-ins above all, is not among them.
func Needed(ctx context.Context, program string) (Files, error) {
	path, err := filepath.Abs(program)
	if err != nil {
		return Files{}, err
	}
	first, err := FileAt(path, "")
	if err != nil {
		return Files{}, err
	}
	list := Files{Program: path, Files: []File{first}}
	out, err := exec.CommandContext(ctx, "ldd", path).CombinedOutput()
	if m := missing().FindStringSubmatch(string(out)); m != nil {
		return list, fmt.Errorf("%s needs %s, which is not found on this machine", path, m[1])
	}
	if err != nil {
		if text := string(out); strings.Contains(text, "not a dynamic executable") { // a script
			return list, nil
		}
		return list, fmt.Errorf("%s: its libraries cannot be found: ldd: %w", path, err)
	}
	for _, m := range loaded().FindAllStringSubmatch(string(out), -1) {
		f, err := FileAt(m[1], "")
		if err != nil {
			return list, err
		}
		list.Files = append(list.Files, f)
	}
	return list.sorted(), nil
}

// sorted has each path once, in one order: the key must not depend on the loader's.
func (f Files) sorted() Files {
	slices.SortFunc(f.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	f.Files = slices.CompactFunc(f.Files, func(a, b File) bool { return a.Path == b.Path })
	return f
}

// Module is a file of a recorded program, by the trace.
type Module struct{ Path, BuildID string }

// Here are the files of this machine, each looked at once. It is for one goroutine at a time.
type Here struct{ seen map[Module]seen }

type seen struct {
	file File
	err  error
}

// NewHere has looked at none.
func NewHere() *Here { return &Here{seen: map[Module]seen{}} }

func (h *Here) at(path, id string) (File, error) {
	key := Module{path, id}
	was, known := h.seen[key]
	if !known {
		was.file, was.err = FileAt(path, id)
		h.seen[key] = was
	}
	return was.file, was.err
}

// debugOf is the debug information of a build-id that lies apart. It has the build-id of what it belongs to: the
// content tells them apart.
func (h *Here) debugOf(id string) (File, bool) {
	key := Module{"debug", id} // no path of a module: those are absolute
	was, known := h.seen[key]
	if !known {
		was.file, was.err = FileAt(filepath.Join("/usr/lib/debug/.build-id", id[:2], id[2:]+".debug"), id)
		if was.err == nil {
			was.file.BuildID = ""
			was.file.Sum, was.err = sumOfFile(was.file.Path)
		}
		h.seen[key] = was
	}
	return was.file, was.err == nil
}

// Symbols are the files of a recorded program that are still on this machine as they were, with
// debug information that lies apart under /usr/lib/debug. Without the others functions have no names.
func (h *Here) Symbols(modules []Module) Files {
	var list Files
	for _, m := range modules {
		if m.BuildID == "" || !filepath.IsAbs(m.Path) {
			continue
		}
		if f, err := h.at(m.Path, m.BuildID); err == nil {
			f.Path = filepath.Clean(m.Path)
			list.Files = append(list.Files, f)
		}
		if !isBuildID(m.BuildID) {
			continue
		}
		if f, is := h.debugOf(m.BuildID); is {
			list.Files = append(list.Files, f)
		}
	}
	return list.sorted()
}
