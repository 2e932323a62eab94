package trace

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
)

// blockPayload is how much a block of ours holds, unless one record is larger.
const blockPayload = 64<<10 - blockHeaderSize

// WriteBinary writes everything that r gives in the binary form. It returns
// the number of operations written.
func WriteBinary(w io.WriteSeeker, r Reader) (uint64, error) {
	return writeBinary(w, r, encoder{})
}

// WriteCompressed is WriteBinary with compressed blocks.
func WriteCompressed(w io.WriteSeeker, r Reader) (uint64, error) {
	e, err := newEncoder()
	if err != nil {
		return 0, err
	}
	defer e.zstd.Close()
	return writeBinary(w, r, e)
}

func writeBinary(w io.WriteSeeker, r Reader, e encoder) (uint64, error) {
	b := &binaryWriter{w: w, r: r, encoder: e, sites: 1, threads: map[ThreadID]*threadWriter{}}
	if _, err := w.Write(make([]byte, headerSize)); err != nil {
		return 0, err
	}
	var op Op
	var n uint64
	bulk, run := BulkOf(r), make([]Access, 1024)
	for {
		if k, thread := bulk.Accesses(run); k > 0 {
			if err := b.accesses(thread, run[:k]); err != nil {
				return n, err
			}
			n += uint64(k)
			continue
		}
		err := r.Next(&op)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return n, err
		}
		if err := b.operation(&op); err != nil {
			return n, err
		}
		n++
	}
	if err := b.defineSites(b.thread(0), ^SiteID(0)); err != nil {
		return n, err
	}
	for _, t := range b.order {
		if err := b.flush(t); err != nil {
			return n, err
		}
	}
	return n, b.header()
}

type binaryWriter struct {
	w       io.WriteSeeker
	r       Reader
	encoder encoder
	seq     uint64 // of the last sequenced record of all threads
	strings stringIDs
	modules int // how many of each are defined already
	sites   int
	locs    int
	events  int
	guards  int
	threads map[ThreadID]*threadWriter
	order   []*threadWriter
	last    *threadWriter // that wrote an operation
}

type threadWriter struct {
	id    ThreadID
	index uint32
	buf   []byte
	base  uint64 // sequence number the block starts from
	seq   uint64 // these are what the block's differences count against
	addr  uint64
	heap  uint64
	pc    uint64
	ref   uint64 // stack id
	site  uint64
	places
	stacks map[StackID]uint64
}

func (b *binaryWriter) thread(id ThreadID) *threadWriter {
	t := b.threads[id]
	if t == nil {
		t = &threadWriter{id: id, stacks: map[StackID]uint64{NoStack: 0}, base: b.seq, seq: b.seq}
		b.threads[id] = t
		b.order = append(b.order, t)
	}
	return t
}

// operation writes the definitions that op needs, then op.
func (b *binaryWriter) operation(op *Op) error {
	t := b.thread(op.Thread)
	if err := b.definitions(t, op); err != nil {
		return err
	}
	if err := b.reserve(t, 1024+20*2*(len(op.Attrs)+len(op.Objects))); err != nil {
		return err
	}
	if op.IsAccess() {
		b.turn(t)
		b.access(t, &Access{op.Addr, op.Size, op.Val, op.Stack, op.Site, op.Kind, op.Mode, op.Commutes})
		return nil
	}
	b.last = t
	flags := t.absent(op)
	b.sequenced(t, op.Kind, flags)
	for _, letter := range recordFields[op.Kind][1:] {
		if !leftOut(flags, byte(letter)) {
			b.field(t, op, byte(letter))
		}
	}
	return nil
}

// absent says what the record of an operation may leave out, the sequence
// number aside.
func (t *threadWriter) absent(op *Op) (flags byte) {
	if len(op.Attrs) == 0 {
		flags |= noAttrs
	}
	same := uint64(0)
	if op.Kind == Alloc {
		last := &t.size[t.stacks[op.Stack]%placeCount]
		same, *last = *last, op.Size
	}
	if op.Size == same && op.Moment == 0 {
		flags |= noSize // or noMoment
	}
	return flags & mayLeaveOut[op.Kind]
}

// accesses writes a run of one thread's.
func (b *binaryWriter) accesses(thread ThreadID, run []Access) error {
	t := b.thread(thread)
	op := run[0].Op(thread)
	if err := b.definitions(t, &op); err != nil {
		return err
	}
	for i := range run {
		a := &run[i]
		if err := errors.Join(b.stack(t, a.Stack), b.defineSites(t, a.Site), b.intern(t, b.r.Tables().CommuteName(a.Commutes)), b.reserve(t, 128)); err != nil {
			return err
		}
		if i == 0 {
			b.turn(t)
		}
		b.access(t, a)
	}
	return nil
}

// turn makes t the thread that goes on.
func (b *binaryWriter) turn(t *threadWriter) {
	if b.last != nil && b.last != t {
		b.sequenced(t, defMark, 0) // else it would count as earlier
	}
	b.last = t
}

// sequenced starts a record that takes the next place in the order.
func (b *binaryWriter) sequenced(t *threadWriter, kind Kind, flags byte) {
	b.seq++
	if b.seq == t.seq+1 {
		flags |= nextSeq
	}
	t.buf = append(t.buf, byte(kind)|flags<<5)
	if flags&nextSeq == 0 {
		t.buf = binary.AppendUvarint(t.buf, b.seq-t.seq)
	}
	t.seq = b.seq
}

func (b *binaryWriter) field(t *threadWriter, op *Op, letter byte) {
	put := func(x uint64) { t.buf = binary.AppendUvarint(t.buf, x) }
	switch letter {
	case 'e':
		put(uint64(op.Event + 1))
	case 'g':
		put(uint64(op.Loop + 1))
	case 't':
		put(b.strings.find(op.Sink))
	case 'k':
		put(uint64(op.EventKind))
	case 'p':
		t.buf = binary.AppendVarint(t.buf, int64(op.Prio))
	case 'l':
		put(uint64(op.Level + 1))
	case 'x':
		t.address(op.Addr)
	case 'h':
		t.heapAddress(op.Addr)
	case 'n':
		put(op.Size)
	case 'i':
		t.siteRef(op.Site)
	case 'w':
		t.buf = binary.AppendVarint(t.buf, int64(op.From-op.Addr))
	case 'd':
		put(op.Moment)
	case 'o':
		put(uint64(len(op.Objects)))
		for _, o := range op.Objects {
			t.address(o.Addr)
			put(o.Size)
		}
	case 's':
		t.stackRef(op.Stack)
	case 'a':
		put(uint64(len(op.Attrs)))
		for _, a := range op.Attrs {
			put(b.strings.find(a.Key))
			stem, number, numbered := splitNumber(a.Value)
			if !numbered {
				put(2 * b.strings.find(stem))
				continue
			}
			put(2*b.strings.find(stem) + 1)
			put(number)
		}
	}
}

func (t *threadWriter) address(x uint64) {
	t.buf = binary.AppendVarint(t.buf, int64(x-t.addr))
	t.addr = x
}

func (t *threadWriter) heapAddress(x uint64) {
	d := int64(x - t.heap)
	t.heap = x
	if d%16 != 0 {
		t.buf = binary.AppendVarint(append(t.buf, 1), d)
		return
	}
	d /= 16
	t.buf = binary.AppendUvarint(t.buf, (uint64(d)<<1^uint64(d>>63))<<1)
}

func (t *threadWriter) stackRef(id StackID) {
	ref := t.stacks[id]
	t.buf = binary.AppendVarint(t.buf, int64(ref-t.ref))
	t.ref = ref
}

func (b *binaryWriter) access(t *threadWriter, a *Access) {
	flags := byte(5)
	switch {
	case a.Mode != 0:
		flags = 6
	case a.Size <= 16 && a.Size&(a.Size-1) == 0:
		for flags = 0; 1<<flags < a.Size; flags++ {
		}
	}
	t.buf = append(t.buf, byte(a.Kind)|flags<<5)
	t.accessPlace(a)
	if flags >= 5 {
		t.buf = binary.AppendUvarint(t.buf, a.Size)
	}
	if flags == 6 {
		t.buf = binary.AppendUvarint(t.buf, uint64(a.Mode))
		if a.Mode&(ModeVal|ModeWas) != 0 {
			t.buf = binary.AppendUvarint(t.buf, a.Val)
		}
		if a.Mode&ModeSite != 0 {
			t.siteRef(a.Site)
		}
		if a.Mode&ModeCommutes != 0 {
			t.buf = binary.AppendUvarint(t.buf, b.strings.find(b.r.Tables().CommuteName(a.Commutes)))
		}
	}
}

// accessPlace writes stack and address, the address by the shorter difference.
func (t *threadWriter) accessPlace(a *Access) {
	ref := t.stacks[a.Stack]
	behind := &t.behind[ref%placeCount]
	far, near, flag := zigzag(a.Addr-*behind), zigzag(a.Addr-t.addr), uint64(0)
	if near < far {
		far, flag = near, 1
	}
	t.buf = binary.AppendUvarint(t.buf, zigzag(ref-t.ref)<<1|flag)
	t.buf = binary.AppendUvarint(t.buf, far)
	t.ref, t.addr, *behind = ref, a.Addr, a.Addr+a.Size
}

func zigzag(difference uint64) uint64 { return difference<<1 ^ uint64(int64(difference)>>63) }

// definitions writes names, strings, modules and stacks before their first use.
func (b *binaryWriter) definitions(t *threadWriter, op *Op) error {
	tab := b.r.Tables()
	for ; b.events < tab.Events.Len(); b.events++ {
		if err := b.name(t, defEventname, b.events+1, tab.Events.At(b.events), "e"); err != nil {
			return err
		}
	}
	for ; b.guards < tab.Loops.Len(); b.guards++ {
		if err := b.name(t, defGuardname, b.guards+1, tab.Loops.At(b.guards), "v"); err != nil {
			return err
		}
	}
	for ; b.locs < len(tab.Locations); b.locs++ {
		if err := b.name(t, defLocation, b.locs, tab.Locations[b.locs], ""); err != nil {
			return err
		}
	}
	for ; b.modules < len(tab.Modules); b.modules++ {
		if err := b.module(t, &tab.Modules[b.modules]); err != nil {
			return err
		}
	}
	for _, a := range op.Attrs {
		stem, _, _ := splitNumber(a.Value)
		if err := errors.Join(b.intern(t, a.Key), b.intern(t, stem)); err != nil {
			return err
		}
	}
	if op.Kind == Sink {
		if err := b.intern(t, op.Sink); err != nil {
			return err
		}
	}
	if err := errors.Join(b.defineSites(t, op.Site), b.intern(t, tab.CommuteName(op.Commutes))); err != nil {
		return err
	}
	return b.stack(t, op.Stack)
}

// name defines a name unless it is the one the reader would make up.
func (b *binaryWriter) name(t *threadWriter, kind Kind, id int, name, prefix string) error {
	if prefix != "" && name == fmt.Sprintf("%s%d", prefix, id) {
		return nil
	}
	return b.text(t, kind, uint64(id), name)
}

func (b *binaryWriter) text(t *threadWriter, kind Kind, id uint64, s string) error {
	if len(s) > maxBlock-blockHeaderSize-64 {
		return fmt.Errorf("a name of %d bytes is too long for the binary form", len(s))
	}
	if err := b.reserve(t, 64+len(s)); err != nil {
		return err
	}
	b.sequenced(t, kind, 0)
	t.buf = binary.AppendUvarint(t.buf, id)
	t.buf = binary.AppendUvarint(t.buf, uint64(len(s)))
	t.buf = append(t.buf, s...)
	return nil
}

func (b *binaryWriter) intern(t *threadWriter, s string) error {
	if s == "" || b.strings.find(s) != 0 {
		return nil
	}
	return b.text(t, defString, b.strings.add(s), s)
}

func (b *binaryWriter) module(t *threadWriter, m *Module) error {
	if err := errors.Join(b.intern(t, m.Path), b.intern(t, m.BuildID), b.reserve(t, 128)); err != nil {
		return err
	}
	b.sequenced(t, defModule, 0)
	for _, x := range [...]uint64{m.Start, m.End, m.Bias, b.strings.find(m.Path), b.strings.find(m.BuildID)} {
		t.buf = binary.AppendUvarint(t.buf, x)
	}
	return nil
}

// stack defines id and its callers for the thread, callers first.
func (b *binaryWriter) stack(t *threadWriter, id StackID) error {
	if _, ok := t.stacks[id]; ok {
		return nil
	}
	var missing []StackID
	stacks := b.r.Tables().Stacks
	for s := id; ; s = stacks[s].Parent {
		if _, ok := t.stacks[s]; ok {
			break
		}
		missing = append(missing, s)
	}
	for i := len(missing) - 1; i >= 0; i-- {
		s := stacks[missing[i]]
		if err := errors.Join(b.intern(t, s.Type), b.reserve(t, 64)); err != nil {
			return err
		}
		kind, back, own := defStack, uint64(0), uint64(len(t.stacks))
		if s.Type != "" {
			kind = defTyped
		}
		if parent := t.stacks[s.Parent]; parent != 0 {
			back = own - parent
		}
		t.buf = append(t.buf, byte(kind))
		t.buf = binary.AppendUvarint(t.buf, back)
		if kind == defTyped {
			t.buf = binary.AppendUvarint(t.buf, b.strings.find(s.Type))
		} else {
			t.buf = binary.AppendVarint(t.buf, int64(s.PC-t.pc))
			t.pc = s.PC
		}
		t.stacks[missing[i]] = own
	}
	return nil
}

// reserve starts a new block if n more bytes may not fit.
func (b *binaryWriter) reserve(t *threadWriter, n int) error {
	if len(t.buf) == 0 || len(t.buf)+n <= blockPayload {
		return nil
	}
	return b.flush(t)
}

// flush seals the thread's block and writes it.
func (b *binaryWriter) flush(t *threadWriter) error {
	if len(t.buf) == 0 {
		return nil
	}
	payload, codec := b.encoder.compress(t.buf)
	used := len(payload)
	padded := (used + 7) &^ 7
	var h [blockHeaderSize]byte
	binary.LittleEndian.PutUint32(h[0:], blockMagic)
	binary.LittleEndian.PutUint32(h[4:], uint32(blockHeaderSize+padded))
	binary.LittleEndian.PutUint32(h[8:], uint32(t.id))
	binary.LittleEndian.PutUint32(h[12:], uint32(used))
	binary.LittleEndian.PutUint64(h[16:], t.base)
	binary.LittleEndian.PutUint32(h[24:], t.index)
	binary.LittleEndian.PutUint32(h[28:], crc32.Checksum(payload, castagnoli))
	binary.LittleEndian.PutUint32(h[32:], blockSealed)
	binary.LittleEndian.PutUint32(h[36:], codec)
	for _, part := range [...][]byte{h[:], payload, make([]byte, padded-used)} {
		if _, err := b.w.Write(part); err != nil {
			return err
		}
	}
	t.buf = t.buf[:0]
	t.index++
	t.base, t.addr, t.heap, t.pc, t.ref, t.site, t.places = t.seq, 0, 0, 0, 0, 0, places{}
	return nil
}

// header is written last: only then is all of it known.
func (b *binaryWriter) header() error {
	m := b.r.Meta()
	h := make([]byte, headerSize)
	copy(h, magic)
	u32 := func(off int, x uint32) { binary.LittleEndian.PutUint32(h[off:], x) }
	u32(8, Version)
	u32(12, headerSize)
	u32(20, flagsOf(m))
	u32(24, uint32(m.Loop))
	u32(28, m.PID)
	binary.LittleEndian.PutUint64(h[32:], m.Lost-min(m.Lost, m.LostBy.Sum()))
	for k, n := range m.LostBy {
		binary.LittleEndian.PutUint64(h[lostByOffset+8*k:], n)
	}
	binary.LittleEndian.PutUint64(h[40:], uint64(m.Start))
	for i, n := range [...]uint64{uint64(m.Cut.At), m.Cut.Blocks, m.Cut.Bytes, m.Cut.Undefined, uint64(m.Cut.End)} {
		binary.LittleEndian.PutUint64(h[cutOffset+8*(i+1):], n)
	}
	u32(48, uint32(m.Stopped))
	u32(signalOffset, m.Signal)
	u32(52, uint32(len(b.threads)))
	u32(56, uint32(len(m.Command)))
	copy(h[commandOffset:commandOffset+commandSize], strings.Join(m.Command, "\x00"))
	if _, err := b.w.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := b.w.Write(h)
	return err
}

// flagsOf leaves out flagMainSpins: the pseudo-event is written as it was read.
func flagsOf(m *Meta) (flags uint32) {
	if m.Complete {
		flags |= flagClosed
	}
	if m.Fallback {
		flags |= flagFallback
	}
	if m.Instrumented {
		flags |= flagCode
	}
	return flags
}
