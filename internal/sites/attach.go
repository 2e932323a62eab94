package sites

import (
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

// Attach makes the table of a linked file and adds it to that file, as its last
// section. Nothing that is in the file moves: the section, the names of the
// sections and their headers, again, come behind it, and the file's header points
// there last of all.
func Attach(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	e, err := elf.NewFile(f)
	if err != nil {
		return err
	}
	if e.Class != elf.ELFCLASS64 || e.Data != elf.ELFDATA2LSB || e.Type != elf.ET_EXEC && e.Type != elf.ET_DYN || e.Section(SectionName) != nil {
		return errors.New("not a file that a table is added to")
	}
	table, err := fromFile(e)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if len(table.rows) == 0 && len(table.labels) == 0 {
		return nil
	}
	data, err := table.encode()
	if err != nil {
		return err
	}
	return appendSection(f, e, data)
}

// Sizes and places in ELF's 64-bit headers.
const (
	headerSize    = 64
	sectionSize   = 64
	sectionsAt    = 0x28 // e_shoff
	sectionCount  = 0x3c // e_shnum
	namesIndex    = 0x3e // e_shstrndx
	maxSectionNum = 0xff00
)

// appendSection writes the new end of the file, then its header.
func appendSection(f *os.File, e *elf.File, data []byte) error {
	var header [headerSize]byte
	if _, err := f.ReadAt(header[:], 0); err != nil {
		return err
	}
	le := binary.LittleEndian
	count, names := len(e.Sections), int(le.Uint16(header[namesIndex:]))
	if count+1 >= maxSectionNum || names >= count || int(le.Uint16(header[sectionCount:])) != count {
		return errors.New("too many sections")
	}
	headers := make([]byte, count*sectionSize)
	if _, err := f.ReadAt(headers, int64(le.Uint64(header[sectionsAt:]))); err != nil {
		return err
	}
	texts, err := e.Sections[names].Data()
	if err != nil {
		return err
	}
	end, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	tail, headersAt := newEnd(uint64(end), data, texts, headers, names)
	if _, err := f.WriteAt(tail, end); err != nil {
		return errors.Join(err, f.Truncate(end))
	}
	le.PutUint64(header[sectionsAt:], headersAt)
	le.PutUint16(header[sectionCount:], uint16(count+1))
	_, err = f.WriteAt(header[:], 0)
	return err
}

// newEnd is what comes behind the file: the section, the sections' names and
// their headers, of which number `names` is that of the names.
func newEnd(at uint64, data, texts, headers []byte, names int) (tail []byte, headersAt uint64) {
	le := binary.LittleEndian
	place := func(header []byte, offset, size uint64) {
		le.PutUint64(header[0x18:], offset)
		le.PutUint64(header[0x20:], size)
	}
	own := make([]byte, sectionSize)
	le.PutUint32(own[0:], uint32(len(texts)))
	le.PutUint32(own[4:], uint32(elf.SHT_PROGBITS))
	le.PutUint64(own[0x30:], 1) // aligned to nothing
	place(own, at, uint64(len(data)))
	texts = append(texts, SectionName+"\x00"...)
	place(headers[names*sectionSize:], at+uint64(len(data)), uint64(len(texts)))
	tail = append(append(tail, data...), texts...)
	for (at+uint64(len(tail)))%8 != 0 {
		tail = append(tail, 0)
	}
	headersAt = at + uint64(len(tail))
	return append(append(tail, headers...), own...), headersAt
}
