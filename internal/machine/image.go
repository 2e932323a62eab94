// Package machine reads the files of programs as the loader makes them: bytes by address,
// pointers that it fills in, and where functions begin and end.
//
// The rules it keeps:
//   - A file is untrusted: what does not fit is left out, and every size is bounded.
package machine

import (
	"debug/elf"
	"encoding/binary"
	"sort"
)

const imageMax = 512 << 20

// Image is a file's memory as the loader makes it.
type Image struct {
	loads     []load
	Pointers  map[uint64]uint64 // by address, those that the loader writes
	Functions []Extent          // by address
}

type load struct {
	start      uint64
	data       []byte
	executable bool
}

type Extent struct{ Start, End uint64 }

// Open reads a file for x86-64; nil for others, and for what has no functions.
func Open(f *elf.File) *Image {
	if f.Machine != elf.EM_X86_64 || f.ByteOrder != binary.LittleEndian {
		return nil
	}
	m := &Image{Pointers: map[uint64]uint64{}}
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
	if len(m.Functions) == 0 {
		return nil
	}
	return m
}

// At gives the bytes from an address to the end of its segment.
func (m *Image) At(addr uint64) []byte {
	for i := range m.loads {
		if l := &m.loads[i]; addr-l.start < uint64(len(l.data)) && addr >= l.start {
			return l.data[addr-l.start:]
		}
	}
	return nil
}

func (m *Image) IsCode(addr uint64) bool {
	for i := range m.loads {
		if l := &m.loads[i]; addr >= l.start && addr-l.start < uint64(len(l.data)) {
			return l.executable
		}
	}
	return false
}

func (m *Image) Word(addr uint64) (uint32, bool) {
	b := m.At(addr)
	if len(b) < 4 {
		return 0, false
	}
	return binary.LittleEndian.Uint32(b), true
}

// readPointers takes what the loader relocates by the file's own address alone.
func (m *Image) readPointers(f *elf.File) {
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
				m.Pointers[binary.LittleEndian.Uint64(data)] = binary.LittleEndian.Uint64(data[16:])
			}
		}
	}
}

// readFunctions takes where functions begin and end from the table of .eh_frame_hdr.
func (m *Image) readFunctions(f *elf.File) {
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
		size, ok := m.Word(fde + 12) // length, CIE, begin, range
		if ok && size > 0 {
			m.Functions = append(m.Functions, Extent{start, start + uint64(size)})
		}
	}
	sort.Slice(m.Functions, func(i, j int) bool { return m.Functions[i].Start < m.Functions[j].Start })
}

// Around finds the function that an address lies in.
func (m *Image) Around(addr uint64) (Extent, bool) {
	i := sort.Search(len(m.Functions), func(i int) bool { return m.Functions[i].Start > addr })
	if i == 0 || addr >= m.Functions[i-1].End {
		return Extent{}, false
	}
	return m.Functions[i-1], true
}

func (m *Image) Starts(addr uint64) (int, bool) {
	i := sort.Search(len(m.Functions), func(i int) bool { return m.Functions[i].Start >= addr })
	return i, i < len(m.Functions) && m.Functions[i].Start == addr
}
