package trace

import (
	"fmt"
	"hash/crc32"
	"io"
	"slices"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// threadReader decodes one thread's blocks.
type threadReader struct {
	r         *binaryReader
	id        ThreadID
	key       uint64 // in the heap: the sequence number it waits at
	blocks    []blockRef
	block     int // number of the next block to load
	buf       []byte
	holds     bool   // buf counts as the decoder's
	at, start int    // where decoding is, where the record began
	seq       uint64 // these are what the block's differences count against
	addr      uint64
	heap      uint64
	pc        uint64
	ref       uint64 // stack id
	site      uint64
	steps     *stepPlaces // nil before the first step
	now       stepState
	handed    []Span // of the flow that was given last
	attrs     []Attr // of the operation that was given last, and where they stand
	attrsAt   int
	room      []byte
	*places
	stacks    []StackID // by number; in brief the empty one for all
	stackMask uint64    // of numbers, when they are looked up there
	defined   uint64    // how many there are
	mainEvent EventID   // of start-up code in threads other than 0
	bad       bool      // a number was cut off or too long
}

// stepTag is that of a step: a read with flag 7.
const stepTag = byte(Read) | 7<<5

// step decodes records until one is an operation (done), the thread ends or
// another thread's turn comes.
func (t *threadReader) step(op *Op) (done bool, err error) {
	for {
		if t.now.plan != nil {
			t.stepOp(op)
			return true, nil
		}
		if t.at == len(t.buf) {
			more, err := t.load()
			if err != nil || !more {
				t.r.cur, t.r.damaged = nil, err != nil
				return false, err
			}
			if t.r.yieldTo(t, t.seq) { // an access may be the block's first record, which has no number of its own
				return false, nil
			}
			continue
		}
		t.start = t.at
		tag := t.buf[t.at]
		t.at++
		kind := Kind(tag & 31)
		if tag == stepTag {
			if !t.beginStep() {
				return false, t.fault("found a step that is cut off, or that begins at no such site")
			}
			continue
		}
		if kind == Read || kind == Write {
			return true, t.access(op, kind, tag>>5)
		}
		fields := recordFields[kind]
		flags := tag >> 5
		if fields == "" || flags&^mayLeaveOut[kind] != 0 {
			return false, t.fault("found tag %#02x, expected a record", tag)
		}
		if fields[0] == 'q' {
			seq := t.seq + 1
			if flags&nextSeq == 0 {
				seq = t.seq + t.uvarint()
			}
			if t.bad || seq < t.seq {
				return false, t.fault("found a sequence number out of range")
			}
			if t.r.yieldTo(t, seq) {
				t.at = t.start
				return false, nil
			}
			if seq >= t.r.src.cut {
				t.r.tear()
				return false, nil
			}
			t.seq = seq
			fields = fields[1:]
		}
		if kind >= firstDefinition {
			if err := t.definition(kind); err != nil {
				return false, err
			}
			continue
		}
		return true, t.operation(op, kind, flags)
	}
}

// load reads the next block; a sealed one must match its checksum.
func (t *threadReader) load() (bool, error) {
	if t.block == 0 {
		t.mainEvent, t.places = NoEvent, &places{}
		t.stacks, t.defined, t.stackMask = t.r.stacksOf(t.id), 1, ^uint64(0)
		if t.r.brief != nil {
			t.stackMask = 0
		}
	}
	if t.block == len(t.blocks) {
		t.giveUp()
		if t.r.src.gaps[t.id] {
			t.r.tear()
		}
		return false, nil
	}
	b := t.blocks[t.block]
	t.block++
	t.r.loaded++
	t.at, t.start = 0, 0
	t.seq, t.addr, t.heap, t.pc, t.ref, t.site, *t.places = b.seq, 0, 0, 0, 0, 0, places{}
	if t.steps != nil {
		*t.steps = stepPlaces{}
	}
	if err := t.fill(&b); err != nil {
		return false, fmt.Errorf("offset %d: %w", b.offset, err)
	}
	return true, nil
}

// fill reads a block as it stands in the file, or what it decompresses to.
func (t *threadReader) fill(b *blockRef) error {
	raw := &t.buf
	if b.codec == codecZstd {
		raw = &t.r.decoder.raw
	} else {
		t.giveUp() // a buffer of the decoder's serves compressed blocks only
	}
	*raw = slices.Grow((*raw)[:0], int(b.used))[:b.used]
	if _, err := t.r.f.ReadAt(*raw, b.offset); err != nil && err != io.EOF {
		return err
	}
	if b.sealed && crc32.Checksum(*raw, castagnoli) != b.crc {
		return fmt.Errorf("%w: the checksum of the block does not match", ErrCorrupt)
	}
	if b.codec != codecZstd {
		return nil
	}
	var err error
	if !t.holds {
		if t.buf, err = t.r.decoder.hold(); err != nil {
			return err
		}
		t.holds = true
	}
	t.buf, err = t.r.decoder.decompress(*raw, t.buf)
	return err
}

func (t *threadReader) giveUp() {
	if t.holds {
		t.r.decoder.letGo()
		t.holds, t.buf = false, nil
	}
}

// place names where the record began; in a compressed block also where in its
// content.
func (t *threadReader) place() string {
	if t.block == 0 {
		return "offset 0"
	}
	b := &t.blocks[t.block-1]
	if b.codec != 0 {
		return fmt.Sprintf("offset %d, byte %d when decompressed", b.offset, t.start)
	}
	return fmt.Sprintf("offset %d", b.offset+int64(t.start))
}

func (t *threadReader) fault(format string, args ...any) error {
	return fmt.Errorf("%s: %w: %s", t.place(), ErrCorrupt, fmt.Sprintf(format, args...))
}

// uvarint decodes a number. On a fault it sets bad and goes on with 0: the
// caller looks once per record, which keeps the common path short.
func (t *threadReader) uvarint() uint64 {
	if t.at < len(t.buf) && t.buf[t.at] < 0x80 {
		t.at++
		return uint64(t.buf[t.at-1])
	}
	var x uint64
	for shift := uint(0); shift < 64 && t.at < len(t.buf); shift += 7 {
		b := t.buf[t.at]
		t.at++
		if shift == 63 && b > 1 {
			break
		}
		x |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return x
		}
	}
	t.bad = true
	return 0
}

func (t *threadReader) zigzag() int64 { return int64(unzigzag(t.uvarint())) }

func unzigzag(u uint64) uint64 { return u>>1 ^ -(u & 1) }

// goTo is the address of an access, from a difference to the end of the last one
// with this stack, or to the last one of all.
func (t *threadReader) goTo(ref uint64, near bool, difference uint64) uint64 {
	from := t.behind[ref%placeCount]
	if near {
		from = t.addr
	}
	t.addr = from + difference
	return t.addr
}

// access decodes a read or a write.
func (t *threadReader) access(op *Op, kind Kind, flags byte) error {
	ref := t.uvarint()
	t.ref += unzigzag(ref >> 1)
	*op = Op{Kind: kind, Thread: t.id, Event: NoEvent, Loop: NoLoop, Level: NoLevel,
		Addr: t.goTo(t.ref, ref&1 != 0, uint64(t.zigzag())), Stack: t.stack(t.ref)}
	switch {
	case flags <= 4:
		op.Size = 1 << flags
	case flags <= 6:
		op.Size = t.uvarint()
		if flags == 6 {
			t.accessMode(op)
		}
	default:
		return t.fault("found access flags %d, expected 0 to 6", flags)
	}
	if t.bad {
		return t.fault("an access is cut off or refers to no stack")
	}
	if op.Size == 0 || op.Size > maxSize {
		return t.fault("found an access of %d bytes, expected 1 to 2^48", op.Size)
	}
	t.behind[t.ref%placeCount] = op.Addr + op.Size
	return nil
}

func (t *threadReader) accessMode(op *Op) {
	mode := t.uvarint()
	if mode > uint64(allModes) || mode&uint64(ModeWas) != 0 && mode&uint64(ModeAtomic|ModeVal) != uint64(ModeAtomic) ||
		mode&uint64(ModeLoose|ModeAtomic) == uint64(ModeLoose) {
		t.bad = true
	}
	op.Mode = Mode(mode)
	if op.Mode&(ModeVal|ModeWas) != 0 {
		op.Val = t.uvarint()
	}
	if op.Mode&ModeSite != 0 {
		op.Site = t.siteRef()
	}
	if op.Mode&ModeCommutes != 0 {
		t.commuteRef(op)
	}
}

// stackRef decodes the stack of an operation.
func (t *threadReader) stackRef() StackID {
	t.ref += uint64(t.zigzag())
	return t.stack(t.ref)
}

func (t *threadReader) stack(local uint64) StackID {
	if local < t.defined {
		return t.stacks[local&t.stackMask]
	}
	t.bad = true
	return NoStack
}
