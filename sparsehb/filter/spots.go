package filter

import (
	"cmp"
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/race"
	"sparseracer/sparsehb/walk"
)

// Filters of read-write pairs (docs/trace-language.md, Filters of read-write pairs):
// races whose order is without consequence. One more walk through the trace looks at
// what became of the bytes of each pair.
//
// The rules it keeps:
//   - A fact about bytes holds from one alloc or free of theirs to the next.
//   - Only pairs whose common bytes lie in one granule of 8 are looked at; the
//     others are filtered by their handlers only.
//   - A value that the trace does not give is unknown, and no filter asks for less
//     than a known one.
//
// Memory: a spot for each place that pairs have in common, and what is written
// there by their blocks.

// Pair is a read-write pair with what became of it.
type Pair struct {
	race.ReadWrite
	By         *Filter // that takes it out, or nil
	Likelihood Likelihood
	Effect     Effect
	Guards     bool // it is on a flag: because of it a use-free pair was taken out
}

// Effect is what data flow has found to depend on the order of a pair.
type Effect uint8

const (
	Unfollowed Effect = iota // the trace has no data flow
	Passes                   // nothing persistent
	Lasts                    // something persistent
)

// guess reports whether a filter may be asked that takes the program to cope.
func (w *Pair) guess(f *Filter) bool { return !f.Guesses || w.Effect != Lasts && !w.Guards }

// ReadWrite is the pair of two accesses, as far as it needs no walk.
func (f *Filters) ReadWrite(a, b *race.Use) Pair {
	p := Pair{ReadWrite: race.ReadWrite{Pair: race.Pair{A: *a, B: *b}}}
	for _, x := range f.accessed {
		if x.accesses(f, a, b) {
			p.By = x
			break
		}
	}
	return p
}

// Sieve walks the trace once more for those who take pairs out by what became of their
// bytes.
func (f *Filters) DecideReadWrite(src trace.Source, m *walk.Monitor, pairs []*Pair) error {
	s := &spotWalk{Cursor: order.NewCursor(f.o, m), Filters: f, spots: newGranuleMap[[]*spot]()}
	var all []*spot
	for _, w := range pairs {
		w.Likelihood, w.Guards = f.likelihood(w), f.isOfGuard(w)
		if x := s.spotOf(w); x != nil {
			if x.pairs = append(x.pairs, w); len(x.pairs) == 1 {
				all = append(all, x)
			}
		}
	}
	for _, x := range all {
		slices.SortStableFunc(x.pairs, func(v, w *Pair) int { return cmp.Compare(v.B.Op, w.B.Op) })
	}
	if err := s.Walk(src, s); err != nil {
		return err
	}
	for _, x := range all {
		s.settle(x, heap.NoOp)
	}
	for _, w := range pairs {
		for _, x := range f.lately {
			if w.By == nil && w.guess(x) && x.late(s, w) {
				w.By = x
			}
		}
		w.Harmless = w.By != nil && w.By.Harmless
	}
	return nil
}

// Rank is how likely a read-write race does harm, the likeliest first.
type Likelihood uint8

const (
	Unwritten Likelihood = iota // the read may come before any write
	Reply                       // the handler of a reply or of a timer takes part
	Other
)

// spotWalk is the walk.
type spotWalk struct {
	order.Cursor
	*Filters
	spots *granuleMap[[]*spot]
	some  [1 << 10]uint64 // by hash of a granule, a bit: it may have spots
}

// maybe is the word and the bit of a granule.
func maybe(granule uint64) (word int, bit uint64) {
	h := granule * 0x9e3779b97f4a7c15
	return int(h >> 54), 1 << (h >> 48 & 63)
}

// spot is some bytes of a granule that pairs have in common.
type spot struct {
	granule uint64
	bytes   uint8
	pairs   []*Pair // by their second operation; those before next are decided
	next    int
	facts
}

// facts are what is known of a spot since it was allocated.
type facts struct {
	at      order.BlockID // the block at hand, and what it did
	wrote   bool
	read    bool            // before it wrote
	foreign bool            // some handler read what another one, or nobody, wrote
	place   code            // where the block at hand first did
	readers []order.BlockID // that did; order.NoBlock: code of nobody
	counts  []order.BlockID // that count references here
	writers []stored
}

// stored is what a block left there: val says something if known.
type stored struct {
	block      order.BlockID
	addr, size uint64
	val        uint64
	known      bool
	read       bool // it read before it wrote, at place
	readNull   bool // and found null
	place      code
}

// code is a place of the program's: the site or the address of an access.
type code struct {
	site trace.SiteID
	pc   uint64
}

// codeOf is where an access is; nothing where the trace does not say.
func codeOf(t *trace.Tables, site trace.SiteID, s trace.StackID) code {
	for ; site == 0 && s != trace.NoStack && int(s) < len(t.Stacks); s = t.Parent(s) {
		if at := &t.Stacks[s]; at.Type == "" {
			return code{pc: at.PC}
		}
	}
	return code{site: site}
}

// mostWriters bounds what is remembered of a spot; with more writers no filter
// that asks for them applies.
const mostWriters = 256

// spotOf returns the spot of a pair, nil if it is too large.
func (s *spotWalk) spotOf(w *Pair) *spot {
	lo, hi := max(w.A.Addr, w.B.Addr), min(heap.End(w.A.Addr, w.A.Size), heap.End(w.B.Addr, w.B.Size))
	granule := lo >> 3
	if lo >= hi || (hi-1)>>3 != granule {
		return nil
	}
	bytes := byteMask(granule, lo, hi)
	list := s.spots.find(granule)
	if list == nil {
		word, bit := maybe(granule)
		s.some[word] |= bit
		s.spots.put(granule, nil)
		list = s.spots.find(granule)
	}
	for _, x := range *list {
		if x.bytes == bytes {
			return x
		}
	}
	x := &spot{granule: granule, bytes: bytes, facts: facts{at: order.NoBlock}}
	*list = append(*list, x)
	return x
}

func (s *spotWalk) Operation(op *trace.Op, block order.BlockID) {
	switch op.Kind {
	case trace.Alloc, trace.Free:
		s.visit(op.Addr, heap.End(op.Addr, op.Size), func(x *spot) {
			s.settle(x, s.N)
			x.facts = facts{at: order.NoBlock}
		})
	case trace.Ref, trace.Unref:
		s.visit(op.Addr, heap.End(op.Addr, 1), func(x *spot) {
			if n := len(x.counts); n < mostWriters && (n == 0 || x.counts[n-1] != block) {
				x.counts = append(x.counts, block)
			}
		})
	}
}

func (s *spotWalk) visit(lo, hi uint64, f func(*spot)) {
	s.spots.each(lo>>3, (hi-1)>>3, func(granule uint64, list *[]*spot) {
		for _, x := range *list {
			if x.bytes&byteMask(granule, lo, hi) != 0 {
				f(x)
			}
		}
	})
}

func (s *spotWalk) Run(run []trace.Access, block order.BlockID) {
	for i := range run {
		a := &run[i]
		if word, bit := maybe(a.Addr >> 3); inGranule(a) && s.some[word]&bit == 0 {
			s.N++
			continue
		}
		s.visit(a.Addr, heap.End(a.Addr, a.Size), func(x *spot) { x.access(a, block, s.Filters.o.Tables()) })
		s.N++
	}
}

func (x *spot) access(a *trace.Access, block order.BlockID, t *trace.Tables) {
	if x.at != block || block == order.NoBlock {
		x.at, x.wrote, x.read, x.place = block, false, false, code{}
	}
	if a.Kind == trace.Read || a.Mode&trace.ModeCommutes != 0 { // all of a read and a write
		x.reads(a, block, t)
	}
	if a.Kind == trace.Read {
		return
	}
	null := x.read && x.lastNull()
	last := len(x.writers) - 1
	if !x.wrote || last < 0 {
		if len(x.writers) >= mostWriters {
			return
		}
		x.writers, last = append(x.writers, stored{block: block, read: x.read, readNull: null, place: x.place}), last+1
	}
	w := &x.writers[last]
	w.addr, w.size, w.val = a.Addr, a.Size, a.Val
	w.known = a.Mode&trace.ModeVal != 0 && x.inside(a)
	x.wrote = true
}

// reads notes that a block finds there what it has not written.
func (x *spot) reads(a *trace.Access, block order.BlockID, t *trace.Tables) {
	if x.wrote || x.read {
		return
	}
	x.foreign, x.read, x.place = true, true, codeOf(t, a.Site, a.Stack)
	if len(x.readers) < mostWriters {
		x.readers = append(x.readers, block)
	}
}

// unread reports whether nobody reads what the two handlers of a pair leave: who reads there
// comes before one of the two in every schedule.
func (s *spotWalk) unread(x *spot, w *Pair) bool {
	o := s.Filters.o
	return len(x.readers) < mostWriters && !slices.ContainsFunc(x.readers, func(r order.BlockID) bool {
		return r == order.NoBlock || !o.AtOrBefore(r, w.A.Block) && !o.AtOrBefore(r, w.B.Block)
	})
}

// inside: the access is of all bytes of the spot, and of one granule only.
func (x *spot) inside(a *trace.Access) bool {
	return inGranule(a) && byteMask(x.granule, a.Addr, heap.End(a.Addr, a.Size))&x.bytes == x.bytes
}

// lastNull: what was written last is known to be null.
func (x *spot) lastNull() bool {
	n := len(x.writers)
	return n > 0 && x.writers[n-1].isNull()
}

func (w *stored) isNull() bool { return w.known && w.val == 0 }

// settle decides the pairs that end before operation n.
func (s *spotWalk) settle(x *spot, n uint64) {
	for ; x.next < len(x.pairs) && x.pairs[x.next].B.Op < n; x.next++ {
		w := x.pairs[x.next]
		if s.unwritten(x, w) {
			w.Likelihood = Unwritten
		}
		for _, f := range s.spotted {
			if w.By == nil && w.guess(f) && f.spot(s, x, w) {
				w.By = f
			}
		}
	}
}

// of is what a block left there last.
func (x *spot) of(b order.BlockID) *stored {
	for i := len(x.writers) - 1; i >= 0; i-- {
		if x.writers[i].block == b {
			return &x.writers[i]
		}
	}
	return nil
}

// unwritten: w is a write and a read that no write needs to precede.
func (s *spotWalk) unwritten(x *spot, w *Pair) bool {
	if w.A.Kind != trace.Write || w.B.Kind != trace.Read || len(x.writers) >= mostWriters {
		return false
	}
	return !slices.ContainsFunc(x.writers, func(v stored) bool { return s.Filters.o.AtOrBefore(v.block, w.B.Block) })
}

// rank is the rank of a pair by its handlers.
func (f *Filters) likelihood(w *Pair) Likelihood {
	for _, b := range []order.BlockID{w.A.Block, w.B.Block} {
		if e := f.o.EventOf(b); e >= 0 && (f.o.Events()[e].Kind == trace.Timer || f.o.Events()[e].Kind == trace.Socket) {
			return Reply
		}
	}
	return Other
}
