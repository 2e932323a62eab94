package heap

import (
	"encoding/binary"

	"sparseracer/internal/trace"
)

// Ending is the free of one allocation.
type Ending struct {
	Op     uint64 // NoOp: never freed
	Thread trace.ThreadID
	Stack  trace.StackID
}

// Site is where the free stands.
func (e Ending) Site() Site { return Site{e.Thread, e.Stack} }

// Endings are the frees of allocations, by the number of the allocation: there are as
// many as allocations, so they stand in pieces, and a piece of which all allocations
// have been freed is packed to a third. Whoever reads them goes through all of them.
type Endings struct {
	pieces []endingPiece
	n      int
}

// endingPiece has the endings of endingsPiece allocations, open while some of them may
// still be freed, then packed.
type endingPiece struct {
	open   *[endingsPiece]Ending
	packed []byte
	alive  int
}

const endingsPiece = 1 << 12

// add takes the next allocation, which has not been freed yet.
func (l *Endings) add() {
	if l.n == len(l.pieces)*endingsPiece {
		l.pieces = append(l.pieces, endingPiece{open: new([endingsPiece]Ending), alive: endingsPiece})
	}
	l.pieces[l.n/endingsPiece].open[l.n%endingsPiece] = Ending{Op: NoOp}
	l.n++
}

// set says what frees an allocation that was not freed before.
func (l *Endings) set(i int, e Ending) {
	p := &l.pieces[i/endingsPiece]
	p.open[i%endingsPiece] = e
	if p.alive--; p.alive == 0 {
		p.pack(endingsPiece)
	}
}

// done packs what is left.
func (l *Endings) done() {
	for i := range l.pieces {
		if p := &l.pieces[i]; p.open != nil {
			p.pack(min(endingsPiece, l.n-i*endingsPiece))
		}
	}
}

// pack writes, for each ending, 0 if there is none, or 1 more than the difference to
// the operation before it; its thread and its stack likewise.
func (p *endingPiece) pack(n int) {
	last, b := Ending{}, make([]byte, 0, 8*n)
	for _, e := range p.open[:n] {
		if e.Op == NoOp {
			b = append(b, 0)
			continue
		}
		b = binary.AppendUvarint(b, 1+zigzag(e.Op-last.Op))
		b = binary.AppendVarint(b, int64(e.Thread)-int64(last.Thread))
		b = binary.AppendVarint(b, int64(e.Stack)-int64(last.Stack))
		last = e
	}
	p.open, p.packed = nil, append(make([]byte, 0, len(b)), b...)
}

// zigzag makes small numbers of small differences of either sign. Operations are fewer
// than 2^63.
func zigzag(difference uint64) uint64 { return difference<<1 ^ uint64(int64(difference)>>63) }

// EndingsReader goes through the endings of a heap that is done, from the first
// allocation on.
type EndingsReader struct {
	of    *Endings
	piece int // the next one
	rest  []byte
	last  Ending
}

// Read begins at the first allocation.
func (l *Endings) Read() EndingsReader { return EndingsReader{of: l} }

// Next is the ending of the next allocation; of one that the first walk did not see, none.
func (r *EndingsReader) Next() Ending {
	for len(r.rest) == 0 {
		if r.piece == len(r.of.pieces) {
			return Ending{Op: NoOp}
		}
		r.rest, r.last = r.of.pieces[r.piece].packed, Ending{}
		r.piece++
	}
	d := r.number()
	if d == 0 {
		return Ending{Op: NoOp}
	}
	d--
	r.last.Op += d>>1 ^ -(d & 1)
	r.last.Thread = trace.ThreadID(int64(r.last.Thread) + r.signed())
	r.last.Stack = trace.StackID(int64(r.last.Stack) + r.signed())
	return r.last
}

func (r *EndingsReader) number() uint64 {
	x, n := binary.Uvarint(r.rest)
	r.rest = r.rest[n:]
	return x
}

func (r *EndingsReader) signed() int64 {
	x, n := binary.Varint(r.rest)
	r.rest = r.rest[n:]
	return x
}
