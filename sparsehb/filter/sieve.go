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

// Filters of read-write pairs (docs/trace-language.md, Plain loops): races whose
// order is without consequence. One more walk through the trace looks at what
// became of the bytes of each pair.
//
// The rules it keeps:
//   - A fact about bytes holds from one alloc or free of theirs to the next.
//   - Only pairs whose common bytes lie in one granule of 8 are looked at; the
//     others are filtered by their handlers only.
//   - A value that the trace does not tell is unknown, and no filter asks for less
//     than a known one.
//
// Memory: a spot for each place that pairs have in common, and what is written
// there by their blocks.

// Filter is one of the filters of read-write pairs.
type Filter uint8

const (
	FilterVptr Filter = iota // constructors and destructors: always on
	FilterCommuting
	FilterSameValue
	FilterLocal
	FilterLazy
	FilterRegistered
	FilterShutdown
	NumFilters
)

var filterNames = [NumFilters]string{"vtable pointer", "commuting", "same value", "local", "lazy initialisation", "late registration", "shutdown"}

func (f Filter) String() string { return filterNames[f] }

// filterReasons are what races say of their filter.
var filterReasons = [NumFilters]string{VptrReason, CommutingReason,
	"same value: both handlers leave the same value there",
	"local: no handler reads there what another one wrote",
	"lazy initialisation: written by one handler only, after it read null there",
	"late registration: written by one handler only, and the one that read null before it coped",
	"shutdown: in the last handler before the default loop ended"}

// FilterOf is the filter of a reason.
func FilterOf(reason string) Filter { return Filter(slices.Index(filterReasons[:], reason)) }

// Rank is how likely a read-write race does harm, the likeliest first.
type Rank uint8

const (
	RankUnwritten Rank = iota // the read may come before any write
	RankReply                 // the handler of a reply or of a timer takes part
	RankOther
)

// sieve is the walk.
type sieve struct {
	order.Cursor
	*Filters
	spots *granuleMap[[]*spot]
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
	counts  []order.BlockID // that count references here
	writers []stored
}

// stored is what a block left there: val is known if told.
type stored struct {
	block      order.BlockID
	addr, size uint64
	val        uint64
	told       bool
	readNull   bool // it read null first
}

// mostWriters bounds what is remembered of a spot; with more writers no filter
// that asks for them applies.
const mostWriters = 256

// Pair is a read-write pair with what became of it.
type Pair struct {
	race.ReadWrite
	Reason string // of the filter that takes it out
	Rank   Rank
	Lasts  bool // data flow has found something persistent that depends on the order
}

// ReadWrite is the pair of two accesses, as far as it needs no walk.
func (f *Filters) ReadWrite(a, b *race.Use) Pair {
	p := Pair{ReadWrite: race.ReadWrite{Pair: race.Pair{A: *a, B: *b}}}
	if (a.Mode|b.Mode)&trace.ModeVptr != 0 {
		p.Reason = VptrReason
	} else if race.Commute(f.o.Tables(), a, b) {
		p.Reason = CommutingReason
	}
	return p
}

// Sieve walks the trace once more for the reasons of pairs.
func (f *Filters) Sieve(src trace.Source, m *walk.Monitor, pairs []*Pair) error {
	s := &sieve{Cursor: order.NewCursor(f.o, m), Filters: f, spots: newGranuleMap[[]*spot]()}
	var all []*spot
	for _, w := range pairs {
		w.Rank = f.rank(w)
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
	s.shutdown(pairs)
	for _, w := range pairs {
		w.Harmless = w.Reason != "" && FilterOf(w.Reason) <= FilterLocal
	}
	return nil
}

// spotOf returns the spot of a pair, nil if it is too large.
func (s *sieve) spotOf(w *Pair) *spot {
	lo, hi := max(w.A.Addr, w.B.Addr), min(heap.End(w.A.Addr, w.A.Size), heap.End(w.B.Addr, w.B.Size))
	granule := lo >> 3
	if lo >= hi || (hi-1)>>3 != granule {
		return nil
	}
	bytes := byteMask(granule, lo, hi)
	list := s.spots.find(granule)
	if list == nil {
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

func (s *sieve) Operation(op *trace.Op, block order.BlockID) {
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

func (s *sieve) visit(lo, hi uint64, f func(*spot)) {
	s.spots.each(lo>>3, (hi-1)>>3, func(granule uint64, list *[]*spot) {
		for _, x := range *list {
			if x.bytes&byteMask(granule, lo, hi) != 0 {
				f(x)
			}
		}
	})
}

func (s *sieve) Run(run []trace.Access, block order.BlockID) {
	for i := range run {
		a := &run[i]
		s.visit(a.Addr, heap.End(a.Addr, a.Size), func(x *spot) { x.access(a, block) })
		s.N++
	}
}

func (x *spot) access(a *trace.Access, block order.BlockID) {
	if x.at != block || block == order.NoBlock {
		x.at, x.wrote, x.read = block, false, false
	}
	if a.Kind == trace.Read {
		x.foreign, x.read = x.foreign || !x.wrote, x.read || !x.wrote
		return
	}
	if a.Mode&trace.ModeCommutes != 0 { // all of a read and a write
		x.foreign, x.read = x.foreign || !x.wrote, x.read || !x.wrote
	}
	null := x.read && x.lastNull()
	last := len(x.writers) - 1
	if !x.wrote || last < 0 {
		if len(x.writers) >= mostWriters {
			return
		}
		x.writers, last = append(x.writers, stored{block: block, readNull: null}), last+1
	}
	w := &x.writers[last]
	w.addr, w.size, w.val = a.Addr, a.Size, a.Val
	w.told = a.Mode&trace.ModeVal != 0 && x.inside(a)
	x.wrote = true
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

func (w *stored) isNull() bool { return w.told && w.val == 0 }

// settle decides the pairs that end before operation n.
func (s *sieve) settle(x *spot, n uint64) {
	for ; x.next < len(x.pairs) && x.pairs[x.next].B.Op < n; x.next++ {
		w := x.pairs[x.next]
		if s.unwritten(x, w) {
			w.Rank = RankUnwritten
		}
		if w.Reason != "" {
			continue
		}
		for f := FilterCommuting; f <= FilterRegistered; f++ {
			if s.on(f) && !(f.guesses() && w.Lasts) && s.applies(f, x, w) {
				w.Reason = filterReasons[f]
				break
			}
		}
	}
}

// guesses: the filter takes it that a program copes with what it finds.
func (f Filter) guesses() bool { return f == FilterLazy || f == FilterRegistered }

// on reports whether a filter is not switched off.
func (f *Filters) on(x Filter) bool { return !f.isOff(filterFC + filterID(x-FilterCommuting)) }

func (s *sieve) applies(f Filter, x *spot, w *Pair) bool {
	switch f {
	case FilterCommuting:
		return slices.Contains(x.counts, w.A.Block) && slices.Contains(x.counts, w.B.Block)
	case FilterSameValue:
		return w.A.Kind == trace.Write && w.B.Kind == trace.Write && x.same(w.A.Block, w.B.Block)
	case FilterLocal:
		return !x.foreign
	case FilterLazy:
		only := s.onlyWriter(x)
		return only != nil && only.readNull && (only.block == w.A.Block || only.block == w.B.Block)
	case FilterRegistered:
		only := s.onlyWriter(x)
		return only != nil && w.A.Kind == trace.Read && w.B.Kind == trace.Write && only.block == w.B.Block
	}
	return false
}

// same: both blocks are known to have left the same there.
func (x *spot) same(a, b order.BlockID) bool {
	v, w := x.of(a), x.of(b)
	return v != nil && w != nil && v.told && w.told && v.addr == w.addr && v.size == w.size && v.val == w.val
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

// onlyWriter is the one that wrote there once null had been put there, by somebody
// who came before it.
func (s *sieve) onlyWriter(x *spot) *stored {
	if len(x.writers) != 2 || !x.writers[0].isNull() || !s.Filters.o.Before(x.writers[0].block, x.writers[1].block) {
		return nil
	}
	return &x.writers[1]
}

// unwritten: w is a write and a read that no write needs to precede.
func (s *sieve) unwritten(x *spot, w *Pair) bool {
	if w.A.Kind != trace.Write || w.B.Kind != trace.Read || len(x.writers) >= mostWriters {
		return false
	}
	return !slices.ContainsFunc(x.writers, func(v stored) bool { return s.Filters.o.AtOrBefore(v.block, w.B.Block) })
}

// rank is the rank of a pair by its handlers.
func (f *Filters) rank(w *Pair) Rank {
	for _, b := range []order.BlockID{w.A.Block, w.B.Block} {
		if e := f.o.EventOf(b); e >= 0 && (f.o.Events()[e].Kind == trace.Timer || f.o.Events()[e].Kind == trace.Socket) {
			return RankReply
		}
	}
	return RankOther
}

// shutdown filters what the last handler before the default loop's end takes part
// in: it is that handler which ends the loop, and nothing comes after it. What is
// saved behind the loop does, though.
func (s *sieve) shutdown(pairs []*Pair) {
	b := s.Filters.o.AfterLoop()
	for b--; b >= 0 && s.Filters.o.EventOf(b) < 0; b-- {
	}
	if b < 0 || !s.on(FilterShutdown) {
		return
	}
	last := s.Filters.o.EventOf(b)
	for _, w := range pairs {
		if w.Reason == "" && !w.Lasts && s.Filters.o.EventOf(w.B.Block) == last {
			w.Reason = filterReasons[FilterShutdown]
		}
	}
}
