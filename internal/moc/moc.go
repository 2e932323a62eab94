// Package moc names functions of Qt programs that have no symbols: moc's tables tell
// the slots, signals and invokable methods of each class, and the function that calls
// them by number, qt_static_metacall, shows where each of them is.
//
// The rules it keeps:
//   - A wrong name is worse than none. A method has a name where the way of its number
//     through qt_static_metacall leads to one call on the object, of a function that
//     begins there by the unwind tables, and no other method leads to it.
//   - Limit: a slot that the compiler put into qt_static_metacall and that does nothing
//     but call one method of its object lends it its name.
//   - A file is untrusted: what does not fit is left out, and every count is bounded.
package moc

import (
	"debug/elf"
	"encoding/binary"
	"sort"
)

// Function is one that a class's tables name.
type Function struct {
	Start, End uint64
	Name       string // Class::slot(int, QString)
}

const (
	classesMax = 20_000 // of a file
	methodsMax = 2_000  // of a class
	imageMax   = 512 << 20
)

// Read gives the functions by address, nil for a file that has none.
func Read(f *elf.File) []Function {
	m := open(f)
	if m == nil {
		return nil
	}
	var out []Function
	for at, name := range m.names() {
		if i, ok := m.starts(at); ok && name != "" {
			out = append(out, Function{at, m.functions[i].end, name})
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Start < out[j].Start })
	return out
}

// names are those of functions by address, "" where two methods lead to one.
func (m *image) names() map[uint64]string {
	names := map[uint64]string{}
	add := func(at uint64, name string) {
		if old, known := names[at]; known && old != name {
			name = ""
		}
		names[at] = name
	}
	for _, c := range m.classes() {
		add(c.metacall, c.name+"::qt_static_metacall(QObject*, QMetaObject::Call, int, void**)")
		for _, method := range c.methods {
			if at, ok := m.called(c.metacall, method.number); ok {
				add(at, c.name+"::"+method.signature)
			}
		}
	}
	return names
}

// image is a file's memory as the loader makes it.
type image struct {
	loads     []load
	pointers  map[uint64]uint64 // by address, those that the loader writes
	functions []extent          // by address
}

type load struct {
	start      uint64
	data       []byte
	executable bool
}

type extent struct{ start, end uint64 }

func open(f *elf.File) *image {
	if f.Machine != elf.EM_X86_64 || f.ByteOrder != binary.LittleEndian {
		return nil
	}
	m := &image{pointers: map[uint64]uint64{}}
	for _, p := range f.Progs {
		if p.Type != elf.PT_LOAD || p.Filesz == 0 || p.Filesz > imageMax {
			continue
		}
		data := make([]byte, p.Filesz)
		if _, err := p.ReadAt(data, 0); err != nil {
			return nil
		}
		m.loads = append(m.loads, load{p.Vaddr, data, p.Flags&elf.PF_X != 0})
	}
	m.readPointers(f)
	m.readFunctions(f)
	if len(m.functions) == 0 || len(m.pointers) == 0 {
		return nil
	}
	return m
}

// at gives the bytes from an address to the end of its segment.
func (m *image) at(addr uint64) []byte {
	for i := range m.loads {
		if l := &m.loads[i]; addr-l.start < uint64(len(l.data)) && addr >= l.start {
			return l.data[addr-l.start:]
		}
	}
	return nil
}

func (m *image) isCode(addr uint64) bool {
	for i := range m.loads {
		if l := &m.loads[i]; addr >= l.start && addr-l.start < uint64(len(l.data)) {
			return l.executable
		}
	}
	return false
}

func (m *image) word(addr uint64) (uint32, bool) {
	b := m.at(addr)
	if len(b) < 4 {
		return 0, false
	}
	return binary.LittleEndian.Uint32(b), true
}

// readPointers takes what the loader relocates by the file's own address alone.
func (m *image) readPointers(f *elf.File) {
	const relative, entry = uint32(elf.R_X86_64_RELATIVE), 24
	for _, s := range f.Sections {
		if s.Type != elf.SHT_RELA || s.Size > imageMax {
			continue
		}
		data, err := s.Data()
		if err != nil {
			continue
		}
		for ; len(data) >= entry; data = data[entry:] {
			if uint32(binary.LittleEndian.Uint64(data[8:])) == relative {
				m.pointers[binary.LittleEndian.Uint64(data)] = binary.LittleEndian.Uint64(data[16:])
			}
		}
	}
}

// readFunctions takes where functions begin and end from the table of .eh_frame_hdr.
func (m *image) readFunctions(f *elf.File) {
	const table, header = 0x3b, 12 // 4 bytes each, from the section's own start
	s := f.Section(".eh_frame_hdr")
	if s == nil || s.Size > imageMax {
		return
	}
	data, err := s.Data()
	if err != nil || len(data) < header || data[0] != 1 || data[2] != 0x03 || data[3] != table {
		return
	}
	n := uint64(binary.LittleEndian.Uint32(data[8:]))
	for rest := data[header:]; n > 0 && len(rest) >= 8; n, rest = n-1, rest[8:] {
		start := s.Addr + uint64(int64(int32(binary.LittleEndian.Uint32(rest))))
		fde := s.Addr + uint64(int64(int32(binary.LittleEndian.Uint32(rest[4:]))))
		size, ok := m.word(fde + 12) // length, CIE, begin, range
		if ok && size > 0 {
			m.functions = append(m.functions, extent{start, start + uint64(size)})
		}
	}
	sort.Slice(m.functions, func(i, j int) bool { return m.functions[i].start < m.functions[j].start })
}

// around finds the function that an address lies in.
func (m *image) around(addr uint64) (extent, bool) {
	i := sort.Search(len(m.functions), func(i int) bool { return m.functions[i].start > addr })
	if i == 0 || addr >= m.functions[i-1].end {
		return extent{}, false
	}
	return m.functions[i-1], true
}

func (m *image) starts(addr uint64) (int, bool) {
	i := sort.Search(len(m.functions), func(i int) bool { return m.functions[i].start >= addr })
	return i, i < len(m.functions) && m.functions[i].start == addr
}
