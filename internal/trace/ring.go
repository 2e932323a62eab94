package trace

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// A ring is what `record --ring` keeps of a program's run while it goes on: the last stretch
// of its operations, in slots that are used again, and its definitions (docs/trace-format.md,
// *The ring*). FromRing makes a trace of it:
//  1. The slots are copied, with what they say of themselves read before and after: one that
//     was used again meanwhile is left out. So the program may go on.
//  2. They become a recording of the usual form: a thread's definitions come first, then what
//     was open in it, then its operations.
//  3. That is read from the cut on, with what went before put in its place (cut.go), and
//     written as the trace.

const (
	ringMagic   = "SPARSERG"
	ringShared  = ^uint32(0) // the thread of definitions for all
	ringState   = 3          // a block of definitions
	ringSteady  = 200        // looks at a program that writes, before one is taken as it is
	definedBase = 0          // of definitions for all
	openedBase  = 1          // of a thread's definitions and of what is open in it
)

// ErrEmptyRing is for a ring that no operation is in.
var ErrEmptyRing = errors.New("the ring holds no operation")

// ringBlock is a slot, or a block of definitions.
type ringBlock struct {
	at                     int64
	thread, used, number   uint32
	opening, state, length uint32
	base                   uint64
}

// IsRing reports whether a file begins as a ring does.
func IsRing(path string) bool {
	if st, err := os.Stat(path); err != nil || !st.Mode().IsRegular() {
		return false // what is read of a pipe is gone
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, len(ringMagic))
	_, err = io.ReadFull(f, head)
	return err == nil && string(head) == ringMagic
}

// RingInfo is what a ring's header says.
func RingInfo(path string) (Meta, error) {
	f, err := os.Open(path)
	if err != nil {
		return Meta{}, err
	}
	defer f.Close()
	h, err := ringHeader(f)
	if err != nil {
		return Meta{}, fmt.Errorf("%s: %w", path, err)
	}
	return headerMeta(h)
}

func ringHeader(f io.ReaderAt) ([]byte, error) {
	h := make([]byte, headerSize)
	if _, err := f.ReadAt(h, 0); err != nil {
		return nil, fmt.Errorf("%w: no header", ErrTruncated)
	}
	if string(h[:len(ringMagic)]) != ringMagic {
		return nil, fmt.Errorf("offset 0: %w: expected a ring", ErrNotTrace)
	}
	if v := binary.LittleEndian.Uint32(h[8:]); v != Version {
		return nil, fmt.Errorf("offset 8: %w: found version %d, this program reads %d", ErrVersion, v, Version)
	}
	return h, nil
}

// FromRing writes the trace at out of the ring at path; now is when, in ns since 1970, and
// signal what ended the program, 0 for nothing. It returns the number of operations.
func FromRing(path, out string, now int64, signal uint32) (uint64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	raw, err := os.CreateTemp(filepath.Dir(out), ".sparseracer-ring-*")
	if err != nil {
		return 0, err
	}
	defer os.Remove(raw.Name())
	defer raw.Close()
	meta, cut, err := copyRing(f, raw, now)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", path, err)
	}
	meta.Signal = signal
	return cutRing(raw.Name(), out, meta, cut)
}

// copyRing writes a recording of what a ring holds, and returns what its header says, and
// from which sequence number on all is there.
func copyRing(f *os.File, to io.WriteSeeker, now int64) (Meta, uint64, error) {
	if _, err := ringHeader(f); err != nil {
		return Meta{}, 0, err
	}
	blocks, err := steadyBlocks(f)
	if err != nil {
		return Meta{}, 0, err
	}
	w := &ringCopy{from: f, to: to, next: map[uint32]uint32{}}
	if _, err := to.Write(make([]byte, headerSize)); err != nil {
		return Meta{}, 0, err
	}
	if err := w.all(blocks); err != nil {
		return Meta{}, 0, err
	}
	h, err := ringHeader(f) // after the copy: what was dropped meanwhile lies before this cut
	if err != nil {
		return Meta{}, 0, err
	}
	cut := binary.LittleEndian.Uint64(h[cutOffset:])
	binary.LittleEndian.PutUint64(h[cutOffset:], 0)
	binary.LittleEndian.PutUint64(h[cutOffset+40:], uint64(now))
	copy(h, magic)
	binary.LittleEndian.PutUint32(h[16:], 0)
	if _, err := to.Seek(0, io.SeekStart); err != nil {
		return Meta{}, 0, err
	}
	if _, err := to.Write(h); err != nil {
		return Meta{}, 0, err
	}
	meta, err := headerMeta(h)
	if meta.Cut.Blocks == 0 {
		meta.Cut.At = meta.Start
	}
	return meta, cut, err
}

// steadyBlocks looks at all blocks until two looks are the same: what they have then, they had
// at one moment. A program that never stops writing is taken as it is: of its last moments an
// operation of one thread may be there without what went before it in another.
func steadyBlocks(f *os.File) ([]ringBlock, error) {
	last, err := ringBlocks(f)
	for range ringSteady {
		var now []ringBlock
		if err != nil {
			return nil, err
		}
		now, err = ringBlocks(f)
		if slices.Equal(last, now) {
			return now, err
		}
		last = now
	}
	return last, err
}

func ringBlocks(f *os.File) ([]ringBlock, error) {
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	var list []ringBlock
	var h [blockHeaderSize]byte
	for off := int64(headerSize); off+blockHeaderSize <= st.Size(); {
		if _, err := f.ReadAt(h[:], off); err != nil {
			return nil, err
		}
		b := headerOf(h[:], off)
		switch magic := binary.LittleEndian.Uint32(h[:]); {
		case magic == 0:
			off += minStep
			continue
		case magic != blockMagic || b.length < blockHeaderSize || b.length > maxBlock || b.length%minStep != 0 || b.used > b.length-blockHeaderSize:
			return nil, fmt.Errorf("offset %d: %w: found no block of a ring", off, ErrCorrupt)
		}
		if b.used > 0 {
			list = append(list, b)
		}
		off += int64(b.length)
	}
	return list, nil
}

func headerOf(h []byte, off int64) ringBlock {
	u32 := func(i int) uint32 { return binary.LittleEndian.Uint32(h[i:]) }
	return ringBlock{at: off, length: u32(4), thread: u32(8), used: u32(12), base: binary.LittleEndian.Uint64(h[16:]),
		number: u32(24), opening: u32(28), state: u32(32)}
}

// ringCopy writes blocks as a recording has them.
type ringCopy struct {
	from io.ReaderAt
	to   io.Writer
	next map[uint32]uint32 // by thread: the number of its next block
}

// all writes the blocks: definitions for all, then those of each thread, then what is open in
// it, then its operations.
func (w *ringCopy) all(blocks []ringBlock) error {
	rank := func(b ringBlock) int {
		switch {
		case b.state != ringState:
			return 2
		case b.thread != ringShared:
			return 1
		}
		return 0
	}
	slices.SortFunc(blocks, func(a, b ringBlock) int {
		if c := rank(a) - rank(b); c != 0 {
			return c
		}
		if a.thread != b.thread {
			return int(a.thread) - int(b.thread)
		}
		return int(a.number) - int(b.number)
	})
	operations := 0
	var last ringBlock
	for _, b := range blocks {
		payload := make([]byte, b.used)
		if _, err := w.from.ReadAt(payload, b.at+blockHeaderSize); err != nil {
			return err
		}
		if used, err := w.usedAgain(b); err != nil || used {
			if err != nil {
				return err
			}
			continue
		}
		var err error
		switch rank(b) {
		case 0:
			err = w.block(0, definedBase, payload)
		case 1:
			err = w.block(b.thread, openedBase, payload)
		default:
			if b.opening > b.used {
				return fmt.Errorf("offset %d: %w: what is open takes %d bytes of %d", b.at, ErrCorrupt, b.opening, b.used)
			}
			// Where blocks of a thread are missing, what is open says it again.
			gap := last.state == 0 || last.thread != b.thread || last.number+1 != b.number
			if gap && b.opening > 0 {
				err = w.block(b.thread, openedBase, payload[:b.opening])
			}
			if err == nil {
				err = w.block(b.thread, b.base, payload[b.opening:])
			}
			operations++
			last = b
		}
		if err != nil {
			return err
		}
	}
	if operations == 0 {
		return ErrEmptyRing
	}
	return nil
}

// usedAgain: the block is another one by now, so what was read of it may be part of that.
func (w *ringCopy) usedAgain(b ringBlock) (bool, error) {
	var h [blockHeaderSize]byte
	if _, err := w.from.ReadAt(h[:], b.at); err != nil {
		return false, err
	}
	now := headerOf(h[:], b.at)
	return now.thread != b.thread || now.number != b.number || now.base != b.base || now.used < b.used, nil
}

func (w *ringCopy) block(thread uint32, base uint64, payload []byte) error {
	if len(payload) == 0 {
		return nil
	}
	padded := (len(payload) + 7) &^ 7
	h := make([]byte, blockHeaderSize, blockHeaderSize+padded)
	binary.LittleEndian.PutUint32(h[0:], blockMagic)
	binary.LittleEndian.PutUint32(h[4:], uint32(blockHeaderSize+padded))
	binary.LittleEndian.PutUint32(h[8:], thread)
	binary.LittleEndian.PutUint32(h[12:], uint32(len(payload)))
	binary.LittleEndian.PutUint64(h[16:], base)
	binary.LittleEndian.PutUint32(h[24:], w.next[thread])
	binary.LittleEndian.PutUint32(h[28:], crc32.Checksum(payload, castagnoli))
	binary.LittleEndian.PutUint32(h[32:], blockSealed)
	w.next[thread]++
	h = append(append(h, payload...), make([]byte, padded-len(payload))...)
	_, err := w.to.Write(h)
	return err
}
