package symbols

import (
	"debug/elf"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"sparseracer/internal/moc"
	"sparseracer/internal/sites"
	"sparseracer/internal/system"

	"github.com/ianlancetaylor/demangle"
)

// object is one file of the recorded program and, once needed, its functions.
type object struct {
	path      string // as it was recorded
	file      string // where symbols come from, "" = nowhere
	buildID   string
	opened    bool
	asked     bool         // somebody else for its debug information
	debug     bool         // it has debug information
	places    *sites.Table // of a file that our compilers linked, nil = none
	loaded    bool
	functions []function     // by address
	slots     []moc.Function // likewise, of a file without symbols, by moc's tables
	slotsRead bool
}

// open looks for the table of places. Debug information says the same and more;
// what was stripped has but the table.
func (o *object) open() error {
	if o.opened || o.file == "" {
		return nil
	}
	o.opened = true
	f, err := elf.Open(o.file)
	if err != nil {
		return nil // locate said so
	}
	defer f.Close()
	o.debug = hasDebug(f)
	o.places, err = sites.Read(f)
	return err
}

func hasDebug(f *elf.File) bool {
	return f.Section(".debug_info") != nil || f.Section(".zdebug_info") != nil
}

// installed: the debug information is on this machine, apart from the file.
func (o *object) installed() bool {
	if len(o.buildID) < 3 || !isHex(o.buildID) {
		return false
	}
	_, err := os.Stat(filepath.Join(system.DebugFolder, o.buildID[:2], o.buildID[2:]+".debug"))
	return err == nil
}

// atPlace are the frames by the table of places.
func (o *object) atPlace(offset uint64) []Frame {
	if o.places == nil {
		return nil
	}
	var out []Frame
	for _, f := range o.places.Lookup(offset) {
		out = append(out, Frame{
			Function: demangle.Filter(f.Function, demangle.LLVMStyle), File: f.File, Line: f.Line, Column: f.Column,
			Module: o.path, Offset: offset, Inlined: true,
		})
	}
	if len(out) > 0 {
		out[len(out)-1].Inlined = false
	}
	return out
}

type function struct {
	start, size uint64
	name        string // mangled
}

// errNoFile marks objects that are no file at all, such as the kernel's vdso.
var errNoFile = errors.New("not a file")

// safePath accepts what can stand between double quotes on one line of the
// symbolizer's input.
func safePath(path string) bool {
	if !utf8.ValidString(path) {
		return false
	}
	return !strings.ContainsFunc(path, func(c rune) bool {
		return c == '"' || c == '\'' || !unicode.IsPrint(c)
	})
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

func clip(s string) string { return printable(s, 64) }

func printable(s string, most int) string {
	if len(s) > most {
		s = s[:most] + "…"
	}
	return strings.Map(func(c rune) rune {
		if unicode.IsPrint(c) {
			return c
		}
		return '?'
	}, s)
}

// BuildIDOf is the GNU build-id of the file at a path, "" if that has none.
func BuildIDOf(path string) string {
	f, err := elf.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	return BuildID(f)
}

// BuildID reads the GNU build-id note, in hexadecimal, "" if there is none.
// Notes are few and short; a file that claims more is not believed. A file with
// debug information only has the note as a section, its segments are empty.
func BuildID(f *elf.File) string {
	const most = 64 << 10
	for _, s := range f.Sections {
		if s.Type != elf.SHT_NOTE || s.Size > most {
			continue
		}
		if data, err := s.Data(); err == nil {
			if id := findBuildID(f, data, s.Addralign); id != "" {
				return id
			}
		}
	}
	for _, p := range f.Progs {
		if p.Type != elf.PT_NOTE || p.Filesz > most {
			continue
		}
		data := make([]byte, p.Filesz)
		if _, err := io.ReadFull(p.Open(), data); err != nil {
			continue
		}
		if id := findBuildID(f, data, p.Align); id != "" {
			return id
		}
	}
	return ""
}

func findBuildID(f *elf.File, data []byte, align uint64) string {
	const ntGNUBuildID = 3
	if align != 8 {
		align = 4
	}
	up := func(n uint64) uint64 { return (n + align - 1) &^ (align - 1) }
	for len(data) >= 12 {
		name := uint64(f.ByteOrder.Uint32(data))
		desc := uint64(f.ByteOrder.Uint32(data[4:]))
		kind := f.ByteOrder.Uint32(data[8:])
		// The description starts at a multiple of the alignment from the
		// note's own start, its header of 12 bytes included.
		from := up(12 + name)
		to := from + desc
		if to > uint64(len(data)) {
			return ""
		}
		if kind == ntGNUBuildID && name == 4 && string(data[12:16]) == "GNU\x00" {
			return hex.EncodeToString(data[from:to])
		}
		data = data[min(up(to), uint64(len(data))):]
	}
	return ""
}

// lookup finds the function around an address of the file in its symbol
// table.
func (o *object) lookup(offset uint64) (Frame, bool) {
	if !o.loaded {
		o.loaded = true
		o.functions = readFunctions(o.file)
	}
	i := sort.Search(len(o.functions), func(i int) bool { return o.functions[i].start > offset })
	if i == 0 {
		return Frame{}, false
	}
	fn := o.functions[i-1]
	if fn.size > 0 && offset-fn.start >= fn.size {
		return Frame{}, false
	}
	return Frame{Function: demangle.Filter(fn.name), Module: o.path, Offset: offset}, true
}

// slot names a function by moc's tables where nothing else does.
func (o *object) slot(offset uint64) (Frame, bool) {
	if !o.slotsRead {
		o.slotsRead = true
		if f, err := elf.Open(o.file); err == nil {
			o.slots = moc.Read(f)
			f.Close()
		}
	}
	i := sort.Search(len(o.slots), func(i int) bool { return o.slots[i].Start > offset })
	if i == 0 || offset >= o.slots[i-1].End {
		return Frame{}, false
	}
	return Frame{Function: o.slots[i-1].Name, Module: o.path, Offset: offset}, true
}

func readFunctions(path string) []function {
	f, err := elf.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	var out []function
	add := func(syms []elf.Symbol, err error) {
		if err != nil {
			return
		}
		for _, s := range syms {
			if elf.ST_TYPE(s.Info) == elf.STT_FUNC && s.Section != elf.SHN_UNDEF && s.Name != "" {
				out = append(out, function{s.Value, s.Size, s.Name})
			}
		}
	}
	add(f.Symbols())
	add(f.DynamicSymbols())
	sort.SliceStable(out, func(i, j int) bool { return out[i].start < out[j].start })
	return out
}
