package trace

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sort"
	"strings"

	"golang.org/x/sys/unix"
)

// Layout of the binary form; docs/trace-format.md has the meaning.
const (
	magic           = "SPARSERT"
	headerSize      = 4096
	commandOffset   = 64
	commandSize     = 1024
	lostByOffset    = commandOffset + commandSize
	cutOffset       = lostByOffset + 8*32
	blockHeaderSize = 40
	blockMagic      = 0x4b425253
	blockOpen       = 1
	blockSealed     = 2
	minStep         = 512
	maxBlock        = 16 << 20

	codecZstd = 1

	flagClosed    = 1
	flagMainSpins = 2
	flagFallback  = 8
	flagCode      = 16
)

// blockRef is where a block's payload is.
type blockRef struct {
	offset int64 // of the payload, in the file
	used   uint32
	index  uint32
	crc    uint32
	codec  uint32
	sealed bool
	torn   bool // the file ends inside
	seq    uint64
}

// beats decides between two copies of one block. A recorder
// writes a full block a second time, and may be killed before the first copy is
// given up: the one that is sealed counts, of two open ones the longer.
func (b *blockRef) beats(other *blockRef) bool {
	if b.sealed != other.sealed {
		return b.sealed
	}
	return b.used > other.used
}

// binarySource is an indexed recording. Its memory is proportional to the
// number of blocks.
type binarySource struct {
	path       string
	name       string // for messages
	meta       Meta
	blocks     map[ThreadID][]blockRef
	blockCount int
	cut        uint64            // of a torn file: from this sequence number on nothing counts
	gaps       map[ThreadID]bool // of a torn file: what comes after the last block is missing
	known      known
}

func (s *binarySource) Name() string { return s.name }

// openBinary reads the header and walks the block headers.
func openBinary(path, name string) (Source, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	s := &binarySource{path: path, name: name, blocks: map[ThreadID][]blockRef{}, cut: noCut, gaps: map[ThreadID]bool{}}
	step, err := s.readHeader(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if err := s.walk(f, st.Size(), int64(step)); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if err := s.sortBlocks(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

func (s *binarySource) readHeader(f io.ReaderAt) (step uint32, err error) {
	var h [headerSize]byte
	if n, err := f.ReadAt(h[:], 0); n < headerSize {
		if err == nil || errors.Is(err, io.EOF) {
			err = ErrTruncated
		}
		return 0, fmt.Errorf("offset %d: %w: found %d bytes, expected a header of %d", n, err, n, headerSize)
	}
	u32 := func(off int) uint32 { return binary.LittleEndian.Uint32(h[off:]) }
	if v := u32(8); v != Version {
		return 0, fmt.Errorf("offset 8: %w: found version %d, this program reads %d", ErrVersion, v, Version)
	}
	if n := u32(12); n != headerSize {
		return 0, fmt.Errorf("offset 12: %w: found a header of %d bytes, expected %d", ErrCorrupt, n, headerSize)
	}
	step = u32(16)
	if step != 0 && (step > maxBlock || step%minStep != 0) {
		return 0, fmt.Errorf("offset 16: %w: found a block step of %d bytes", ErrCorrupt, step)
	}
	if loop := u32(24); loop > uint32(LoopEither) {
		return 0, fmt.Errorf("offset 24: %w: found loop kind %d, expected 0 to 4", ErrCorrupt, loop)
	}
	if stop := u32(48); stop > uint32(StopSandbox) {
		return 0, fmt.Errorf("offset 48: %w: found stop reason %d, expected 0 to 3", ErrCorrupt, stop)
	}
	s.meta, err = headerMeta(h[:])
	return step, err
}

// signalOffset is where the header has the signal that ended the program.
const signalOffset = 60

// NoteSignal writes into a trace's header which signal ended the program: only who waited
// for it knows.
func NoteSignal(path string, signal uint32) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if _, err = f.WriteAt(binary.LittleEndian.AppendUint32(nil, signal), signalOffset); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// headerMeta reads what the header says of the recording.
func headerMeta(h []byte) (Meta, error) {
	u32 := func(off int) uint32 { return binary.LittleEndian.Uint32(h[off:]) }
	u64 := func(off int) uint64 { return binary.LittleEndian.Uint64(h[off:]) }
	m := Meta{
		Loop:         LoopKind(u32(24)),
		MainSpins:    u32(20)&flagMainSpins != 0,
		Complete:     u32(20)&flagClosed != 0,
		Fallback:     u32(20)&flagFallback != 0,
		Instrumented: u32(20)&flagCode != 0,
		Stopped:      StopReason(u32(48)),
		Signal:       u32(signalOffset),
		Lost:         u64(32), // for now: those whose kind is not known
		PID:          u32(28),
		Start:        int64(u64(40)),
		Command:      splitCommand(h[commandOffset:commandOffset+commandSize], int(u32(56))),
	}
	m.Cut = Cut{At: int64(u64(cutOffset + 8)), Blocks: u64(cutOffset + 16), Bytes: u64(cutOffset + 24),
		Undefined: u64(cutOffset + 32), End: int64(u64(cutOffset + 40))}
	for k := range m.LostBy {
		n := u64(lostByOffset + 8*k)
		if n != 0 && !Kind(k).isOperation() {
			return m, fmt.Errorf("offset %d: %w: found lost operations of the unknown kind %d", lostByOffset+8*k, ErrCorrupt, k)
		}
		m.LostBy[k] = n
	}
	return m, nil
}

// splitCommand cuts the NUL-separated arguments; without a count (0) an empty
// last argument cannot be distinguished from padding and is left out.
func splitCommand(b []byte, count int) []string {
	words := strings.Split(strings.TrimRight(string(b), "\x00"), "\x00")
	if count == 0 && len(words) == 1 && words[0] == "" {
		return nil
	}
	for len(words) < count && len(words) < commandSize {
		words = append(words, "")
	}
	return words
}

// walk visits every block header of the file.
func (s *binarySource) walk(f io.ReaderAt, size, step int64) error {
	var h [blockHeaderSize]byte
	for off := int64(headerSize); off < size; {
		if size-off < blockHeaderSize {
			s.checkSteps(size, step)
			return s.tail(f, off, size)
		}
		if _, err := f.ReadAt(h[:], off); err != nil {
			return fmt.Errorf("offset %d: %w", off, err)
		}
		u32 := func(i int) uint32 { return binary.LittleEndian.Uint32(h[i:]) }
		mag, length, used := u32(0), int64(u32(4)), u32(12)
		switch {
		case mag == 0 && step != 0:
			off += step + holeAt(f, off+step, size)/step*step
			continue
		case mag != blockMagic:
			return fmt.Errorf("offset %d: %w: found %#08x, expected the start of a block", off, ErrCorrupt, mag)
		case length < blockHeaderSize || length > maxBlock || length%8 != 0 || (step != 0 && length%step != 0):
			return fmt.Errorf("offset %d: %w: found a block of %d bytes", off, ErrCorrupt, length)
		case int64(used) > length-blockHeaderSize:
			return fmt.Errorf("offset %d: %w: found %d bytes committed in a block of %d", off, ErrCorrupt, used, length)
		case off+blockHeaderSize+int64(used) > size:
			s.tornAt(size, fmt.Sprintf(", %d bytes are missing", off+blockHeaderSize+int64(used)-size))
			s.addTorn(off, size, h[:])
			return nil
		case u32(36) > codecZstd:
			return fmt.Errorf("offset %d: %w: found codec %d, this program knows 0 and 1", off, ErrVersion, u32(36))
		}
		s.addBlock(off, h[:])
		if off += length; off > size {
			s.tornAt(size, ", after its content")
		}
	}
	s.checkSteps(size, step)
	return nil
}

// holeAt is how many bytes from off on the file has no content for: a file may be far larger
// than what it holds.
func holeAt(f io.ReaderAt, off, size int64) int64 {
	file, is := f.(*os.File)
	if !is || off >= size {
		return 0
	}
	data, err := unix.Seek(int(file.Fd()), off, unix.SEEK_DATA)
	if errors.Is(err, unix.ENXIO) {
		data = size
	} else if err != nil {
		return 0
	}
	return max(0, data-off)
}

// addBlock takes a block up by its header. An open one without content says
// nothing, whatever its other fields are.
func (s *binarySource) addBlock(off int64, h []byte) bool {
	u32 := func(i int) uint32 { return binary.LittleEndian.Uint32(h[i:]) }
	sealed := u32(32) == blockSealed
	if u32(12) == 0 && !sealed {
		return false
	}
	t := ThreadID(u32(8))
	s.blocks[t] = append(s.blocks[t], blockRef{
		offset: off + blockHeaderSize, used: u32(12), index: u32(24), crc: u32(28),
		codec: u32(36), sealed: sealed, seq: binary.LittleEndian.Uint64(h[16:]),
	})
	s.blockCount++
	return true
}

// tail accepts fewer bytes than a block header only when they are zero.
func (s *binarySource) tail(f io.ReaderAt, off, size int64) error {
	rest := make([]byte, size-off)
	if _, err := f.ReadAt(rest, off); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("offset %d: %w", off, err)
	}
	for _, b := range rest {
		if b != 0 {
			s.tornAt(size, "'s header")
			return nil
		}
	}
	return nil
}

// sortBlocks orders each thread's blocks, one copy of each, and checks that none
// is missing.
func (s *binarySource) sortBlocks() error {
	for t, blocks := range s.blocks {
		sort.SliceStable(blocks, func(i, j int) bool {
			a, b := &blocks[i], &blocks[j]
			return a.index < b.index || a.index == b.index && a.beats(b)
		})
		for i := 1; i < len(blocks); i++ {
			if a, b := &blocks[i-1], &blocks[i]; a.index == b.index && a.sealed && b.sealed {
				return fmt.Errorf("offset %d: %w: found block %d of thread %d a second time", b.offset-blockHeaderSize, ErrCorrupt, b.index, t)
			}
		}
		blocks = slices.CompactFunc(blocks, func(a, b blockRef) bool { return a.index == b.index })
		s.blocks[t] = blocks
		if s.meta.Torn != "" {
			s.untilGap(t, blocks)
			continue
		}
		for i := range blocks {
			if blocks[i].index != uint32(i) {
				return fmt.Errorf("offset %d: %w: found block %d of thread %d, expected its block %d",
					blocks[i].offset-blockHeaderSize, ErrCorrupt, blocks[i].index, t, i)
			}
		}
	}
	return nil
}
