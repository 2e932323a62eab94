package trace

import (
	"encoding/binary"
	"math/bits"
)

// Reads and writes are nearly all of a large trace, so they can be read many
// at a time: into a small form, without an interface call for each.
//
// The rules it keeps:
//   - What a bulk reader gives is what Next would have given, in its order. It
//     stops before anything unusual (another record, the end of a block, a
//     fault), and Next says what that is.
//   - It never fails: there is one place for messages, and it is Next.

// Access is a read or a write and nothing else.
type Access struct {
	Addr  uint64
	Size  uint64
	Val   uint64
	Stack StackID
	Site  SiteID
	Kind  Kind
	Mode  Mode

	Commutes CommuteID
}

// Op is the access as an operation of a thread.
func (a *Access) Op(thread ThreadID) Op {
	return Op{Kind: a.Kind, Mode: a.Mode, Thread: thread, Event: NoEvent, Loop: NoLoop, Level: NoLevel,
		Stack: a.Stack, Site: a.Site, Commutes: a.Commutes, Addr: a.Addr, Size: a.Size, Val: a.Val}
}

// AccessOf is a read or a write in the small form.
func AccessOf(o *Op) Access {
	return Access{o.Addr, o.Size, o.Val, o.Stack, o.Site, o.Kind, o.Mode, o.Commutes}
}

// Bulk is what a Reader offers that can give many accesses at a time.
type Bulk interface {
	// Accesses fills buf with the accesses that come next, all of one
	// thread, and returns how many; 0 means that Next is to be asked, which
	// may give an access too.
	Accesses(buf []Access) (int, ThreadID)
}

// Measured is what a Reader offers that knows how far it is.
type Measured interface {
	Done() float64 // share of the trace that was read, 0 to 1
}

// Done implements Measured.
func (c *checker) Done() float64 {
	if m, ok := c.Reader.(Measured); ok {
		return m.Done()
	}
	return 0
}

// Done implements Measured.
func (r *memoryReader) Done() float64 { return float64(r.next) / float64(max(len(r.m.Ops), 1)) }

// Done implements Measured.
func (r *binaryReader) Done() float64 { return float64(r.loaded) / float64(max(r.src.blockCount, 1)) }

// BulkOf returns the bulk side of a reader. One that has none gives nothing in
// bulk and everything by Next.
func BulkOf(r Reader) Bulk {
	if b, ok := r.(Bulk); ok {
		return b
	}
	return noBulk{}
}

type noBulk struct{}

func (noBulk) Accesses([]Access) (int, ThreadID) { return 0, 0 }

// Accesses implements Bulk: the nesting rules say nothing of accesses.
func (c *checker) Accesses(buf []Access) (int, ThreadID) {
	if c.err != nil {
		return 0, 0
	}
	return c.bulk.Accesses(buf)
}

// Accesses implements Bulk.
func (r *memoryReader) Accesses(buf []Access) (int, ThreadID) {
	ops := r.m.Ops[r.next:]
	n := 0
	for n < len(buf) && n < len(ops) && ops[n].IsAccess() && ops[n].Thread == ops[0].Thread {
		buf[n] = AccessOf(&ops[n])
		n++
	}
	r.next += n
	if n == 0 {
		return 0, 0
	}
	return n, ops[0].Thread
}

// Accesses implements Bulk.
func (r *binaryReader) Accesses(buf []Access) (int, ThreadID) {
	if r.err != nil || r.cur == nil || r.startUp != nil && (len(r.queue) > 0 || r.startUp.begun == 0) {
		return 0, 0
	}
	return r.cur.accesses(buf), r.cur.id
}

// fastRoom is how many bytes must be left in the block for the fast path to
// read words without looking: a tag and two words.
const fastRoom = 1 + 8 + 8

// accesses decodes accesses up to anything else. The lengths of the address and
// the stack are too random to be predicted, so both are cut out of one word
// without a branch: where the next record starts depends on one load and a few
// bit operations, the rest overlaps with the records that follow
// (docs/performance.md has the speed).
func (t *threadReader) accesses(buf []Access) int {
	if t.now.plan == nil && t.at < len(t.buf) && Kind(t.buf[t.at]&31)-Read > Write-Read {
		return 0
	}
	b, at, addr, ref, stacks, defined, mask := t.buf, t.at, t.addr, t.ref, t.stacks, t.defined, t.stackMask
	n := 0
	for n < len(buf) {
		if t.now.plan != nil {
			if !t.now.access(&buf[n]) {
				break
			}
			n++
			continue
		}
		if at+fastRoom > len(b) {
			break
		}
		tag := b[at]
		if tag == stepTag {
			t.at, t.addr = at, addr
			if !t.bulkStep() {
				break
			}
			at, addr = t.at, t.addr
			continue
		}
		kind, flags := Kind(tag&31), tag>>5
		if kind-Read > Write-Read {
			break
		}
		w := binary.LittleEndian.Uint64(b[at+1:])
		stops := ^w & stopBits
		first := uint(bits.TrailingZeros64(stops))
		second := uint(bits.TrailingZeros64(stops & (stops - 1)))
		if first > 31 || second-first > 32 || flags > 4 {
			t.at, t.addr, t.ref = at, addr, ref
			if !t.longAccess(&buf[n]) && !t.oddAccess(&buf[n]) {
				break
			}
			at, addr, ref = t.at, t.addr, t.ref
			n++
			continue
		}
		step := squeeze4(w & (2<<(first&63) - 1))
		local := ref + unzigzag(step>>1)
		if local >= defined {
			break
		}
		delta := squeeze4(w & (2<<(second&63) - 1) >> ((first + 1) & 63))
		at += 2 + int(second>>3)
		behind := &t.behind[local%placeCount]
		near := -(step & 1)
		addr = (addr&near | *behind&^near) + unzigzag(delta)
		size := uint64(1) << (flags & 7)
		*behind = addr + size
		ref = local
		a := &buf[n]
		a.Addr, a.Size, a.Val = addr, size, 0
		a.Stack, a.Site, a.Kind, a.Mode = stacks[local&mask], 0, kind, 0
		n++
	}
	t.at, t.addr, t.ref = at, addr, ref
	return n
}

// longAccess is the same for long jumps of the address: at most 8 bytes, and as
// many for the stack.
func (t *threadReader) longAccess(a *Access) bool {
	tag := t.buf[t.at]
	w := binary.LittleEndian.Uint64(t.buf[t.at+1:])
	first := uint(bits.TrailingZeros64(^w & stopBits))
	if tag>>5 > 4 || first > 63 {
		return false
	}
	next := t.at + 2 + int(first>>3)
	v := binary.LittleEndian.Uint64(t.buf[next:])
	second := uint(bits.TrailingZeros64(^v & stopBits))
	if second > 63 {
		return false
	}
	step := squeeze(w & (2<<first - 1))
	local := t.ref + unzigzag(step>>1)
	if local >= t.defined {
		return false
	}
	t.at = next + 1 + int(second>>3)
	t.ref = local
	size := uint64(1) << (tag >> 5)
	*a = Access{Addr: t.goTo(local, step&1 != 0, unzigzag(squeeze(v&(2<<second-1)))), Size: size, Stack: t.stacks[local&t.stackMask], Kind: Kind(tag & 31)}
	t.behind[local%placeCount] = a.Addr + size
	return true
}

// stopBits are clear in all bytes of a varint but the last.
const stopBits = 0x8080808080808080

// squeeze takes the continuation bits out of a varint of at most 8 bytes,
// squeeze4 out of one of at most 4.
func squeeze(w uint64) uint64 {
	w &^= stopBits
	w = w&0x007f007f007f007f | w&0x7f007f007f007f00>>1
	w = w&0x00003fff00003fff | w&0x3fff00003fff0000>>2
	return w&0x000000000fffffff | w&0x0fffffff00000000>>4
}

func squeeze4(w uint64) uint64 {
	return w&0x7f | w>>1&0x3f80 | w>>2&0x1fc000 | w>>3&0xfe00000
}

// bulkStep begins a step. It says no, and stays where it is, if the record is at fault.
func (t *threadReader) bulkStep() bool {
	at, addr := t.at, t.addr
	t.at++
	if t.beginStep() {
		return true
	}
	t.at, t.addr, t.bad = at, addr, false
	return false
}

// oddAccess decodes one access of a size or mode of its own. It says no, and
// changes nothing, if the record is at fault.
func (t *threadReader) oddAccess(a *Access) bool {
	at, addr, ref, site := t.at, t.addr, t.ref, t.site
	tag := t.buf[at]
	t.at++
	var op Op
	if err := t.access(&op, Kind(tag&31), tag>>5); err != nil {
		t.at, t.addr, t.ref, t.site, t.bad = at, addr, ref, site, false
		return false
	}
	*a = Access{op.Addr, op.Size, op.Val, op.Stack, op.Site, op.Kind, op.Mode, op.Commutes}
	return true
}
