package sites

import (
	"debug/dwarf"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
)

// Read takes the table from a file, nil if it has none. A file with debug information only
// has the compilers' labels as they are.
func Read(f *elf.File) (*Table, error) {
	s := f.Section(SectionName)
	if s == nil && f.Section(labelSection) != nil {
		b := &builder{symbolAt: map[uint64]string{}}
		b.symbols(f)
		t := b.build()
		return t, b.labels(f)
	}
	if s == nil {
		return nil, nil
	}
	if s.FileSize > maxSection {
		return nil, fmt.Errorf("%w: %d bytes", errCorrupt, s.FileSize)
	}
	data, err := s.Data()
	if err != nil {
		return nil, err
	}
	return decode(data)
}

// fromFile makes the table of a file from its debug information and, for what
// that does not cover, its symbols.
func fromFile(f *elf.File) (*Table, error) {
	b := &builder{symbolAt: map[uint64]string{}}
	b.symbols(f)
	if f.Section(".debug_info") != nil || f.Section(".zdebug_info") != nil {
		d, err := f.DWARF()
		if err != nil {
			return nil, err
		}
		r := &debugReader{builder: b, data: d, code: codeOf(f), names: map[dwarf.Offset]string{}}
		if err := r.units(); err != nil {
			return nil, err
		}
	}
	t := b.build()
	return t, b.labels(f)
}

// symbols are the outermost spans: what is known without debug information.
func (b *builder) symbols(f *elf.File) {
	list, err := f.Symbols()
	if err != nil {
		return
	}
	for _, s := range list {
		if elf.ST_TYPE(s.Info) == elf.STT_FUNC && s.Section != elf.SHN_UNDEF && s.Name != "" && s.Size > 0 {
			b.symbolAt[s.Value] = s.Name
			b.spans = append(b.spans, span{s.Value, s.Value + s.Size, 0, &scope{function: s.Name}})
		}
	}
}

// codeRange is a section of code. Debug information of functions that the linker
// left out points elsewhere, to 0 mostly.
type codeRange struct{ lo, hi uint64 }

func codeOf(f *elf.File) []codeRange {
	var out []codeRange
	for _, s := range f.Sections {
		if s.Flags&elf.SHF_EXECINSTR != 0 {
			out = append(out, codeRange{s.Addr, s.Addr + s.Size})
		}
	}
	return out
}

// debugReader goes through the units of a file's debug information.
type debugReader struct {
	*builder
	data  *dwarf.Data
	code  []codeRange
	names map[dwarf.Offset]string // linkage names by entry
	files []*dwarf.LineFile       // of the unit in hand
	main  mainFile
}

// mainFile is the source of a unit. debug/dwarf joins its name with the folder of
// the compilation also where it is absolute (DWARF 5), and no other file's whose
// own folder is relative.
type mainFile struct{ dir, joined, name string }

func (m mainFile) fileName(f *dwarf.LineFile) string {
	if f.Name == m.joined {
		return m.name
	}
	if !path.IsAbs(f.Name) {
		return path.Join(m.dir, f.Name)
	}
	return path.Clean(f.Name)
}

func (r *debugReader) isCode(addr uint64) bool {
	for _, c := range r.code {
		if addr >= c.lo && addr < c.hi {
			return true
		}
	}
	return false
}

func (r *debugReader) units() error {
	entries := r.data.Reader()
	for {
		unit, err := entries.Next()
		if err != nil || unit == nil {
			return err
		}
		if unit.Tag != dwarf.TagCompileUnit {
			entries.SkipChildren()
			continue
		}
		if err := r.lineTable(unit); err != nil {
			return err
		}
		if unit.Children {
			if err := r.children(entries, nil, 0); err != nil {
				return err
			}
		}
	}
}

// lineTable reads the rows of a unit, and the files that its entries number.
func (r *debugReader) lineTable(unit *dwarf.Entry) error {
	lines, err := r.data.LineReader(unit)
	if err != nil || lines == nil {
		r.files = nil
		return err
	}
	name, _ := unit.Val(dwarf.AttrName).(string)
	dir, _ := unit.Val(dwarf.AttrCompDir).(string)
	r.main = mainFile{dir: dir}
	if path.IsAbs(name) {
		r.main.joined, r.main.name = path.Join(dir, name), path.Clean(name)
	}
	var e dwarf.LineEntry
	for {
		err := lines.Next(&e)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		switch {
		case e.EndSequence:
			if n := len(r.lines); n > 0 && !r.lines[n-1].end && r.lines[n-1].addr <= e.Address {
				r.lines = append(r.lines, line{addr: e.Address, end: true})
			}
		case r.isCode(e.Address) && e.File != nil:
			r.lines = append(r.lines, line{addr: e.Address, file: r.main.fileName(e.File), line: e.Line, column: e.Column})
		}
	}
	r.files = lines.Files()
	return nil
}

// children reads the functions among the children of an entry, and what was
// inlined into them. Types have none with code of their own: a member's code
// stands outside its class.
func (r *debugReader) children(entries *dwarf.Reader, around *scope, depth int) error {
	for {
		e, err := entries.Next()
		if err != nil {
			return err
		}
		if e == nil || e.Tag == 0 {
			return nil
		}
		inner, innerDepth := around, depth
		switch e.Tag {
		case dwarf.TagSubprogram:
			inner, innerDepth = &scope{function: r.functionName(e)}, 1
			if !r.cover(e, inner, innerDepth) {
				entries.SkipChildren()
				continue
			}
		case dwarf.TagInlinedSubroutine:
			inner, innerDepth = r.inlined(e, around), depth+1
			r.cover(e, inner, innerDepth)
		case dwarf.TagNamespace, dwarf.TagLexDwarfBlock:
		default:
			entries.SkipChildren()
			continue
		}
		if e.Children {
			if err := r.children(entries, inner, innerDepth); err != nil {
				return err
			}
		}
	}
}

// cover adds the spans of an entry and says whether it has code at all.
func (r *debugReader) cover(e *dwarf.Entry, who *scope, depth int) bool {
	if e.Val(dwarf.AttrLowpc) == nil && e.Val(dwarf.AttrRanges) == nil {
		return false
	}
	ranges, err := r.data.Ranges(e)
	if err != nil {
		return false
	}
	found := false
	for _, x := range ranges {
		if x[0] < x[1] && r.isCode(x[0]) {
			r.spans = append(r.spans, span{x[0], x[1], depth, who})
			found = true
		}
	}
	return found
}

func (r *debugReader) inlined(e *dwarf.Entry, into *scope) *scope {
	number := func(a dwarf.Attr) int {
		n, _ := e.Val(a).(int64)
		return int(max(0, min(n, 1<<31-1)))
	}
	s := &scope{parent: into, function: r.nameOf(e), line: number(dwarf.AttrCallLine), column: number(dwarf.AttrCallColumn)}
	if i := number(dwarf.AttrCallFile); i < len(r.files) && r.files[i] != nil {
		s.file = r.main.fileName(r.files[i])
	}
	return s
}

// functionName is that of code which was not inlined: with line tables only
// (-g1), C++'s name of it stands among the symbols alone.
func (r *debugReader) functionName(e *dwarf.Entry) string {
	name := r.nameOf(e)
	low, _ := e.Val(dwarf.AttrLowpc).(uint64)
	if symbol := r.symbolAt[low]; symbol != "" && !isMangled(name) {
		return symbol
	}
	return name
}

func isMangled(name string) bool { return strings.HasPrefix(name, "_Z") }

// nameOf is the linkage name of a function, else its plain name: its own, or
// that of what it is an instance or the definition of.
func (r *debugReader) nameOf(e *dwarf.Entry) string {
	for range maxReferences {
		for _, a := range []dwarf.Attr{dwarf.AttrLinkageName, attrMIPSLinkageName} {
			if s, ok := e.Val(a).(string); ok {
				return s
			}
		}
		to, ok := e.Val(dwarf.AttrAbstractOrigin).(dwarf.Offset)
		if !ok {
			to, ok = e.Val(dwarf.AttrSpecification).(dwarf.Offset)
		}
		if !ok {
			break
		}
		if name, known := r.names[to]; known {
			return name
		}
		next := r.data.Reader()
		next.Seek(to)
		target, err := next.Next()
		if err != nil || target == nil {
			break
		}
		r.names[to] = "" // should it refer to itself
		r.names[to] = r.nameOf(target)
		return r.names[to]
	}
	s, _ := e.Val(dwarf.AttrName).(string)
	return s
}

const (
	maxReferences       = 8
	attrMIPSLinkageName = dwarf.Attr(0x2007)
)
