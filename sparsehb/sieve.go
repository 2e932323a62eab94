package sparsehb

import (
	"cmp"
	"slices"

	"sparseracer/internal/trace"
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

const commutingReason = "commuting: both do there what leaves the same in either order"

// filterReasons are what races say of their filter.
var filterReasons = [NumFilters]string{vptrReason, commutingReason,
	"same value: both handlers leave the same value there",
	"local: no handler reads there what another one wrote",
	"lazy initialisation: written by one handler only, after it read null there",
	"late registration: written by one handler only, and the one that read null before it coped",
	"shutdown: in the last handler before the default loop ended"}

func filterOf(reason string) Filter { return Filter(slices.Index(filterReasons[:], reason)) }

// Rank is how likely a read-write race does harm, the likeliest first.
type Rank uint8

const (
	RankUnwritten Rank = iota // the read may come before any write
	RankReply                 // the handler of a reply or of a timer takes part
	RankOther
)

// sieve is the walk.
type sieve struct {
	cursor
	spots *granuleMap[[]*spot]
}

// spot is some bytes of a granule that pairs have in common.
type spot struct {
	granule uint64
	bytes   uint8
	pairs   []*weighed // by their second operation; those before next are decided
	next    int
	facts
}

// facts are what is known of a spot since it was allocated.
type facts struct {
	at      BlockID // the block at hand, and what it did
	wrote   bool
	read    bool      // before it wrote
	foreign bool      // some handler read what another one, or nobody, wrote
	counts  []BlockID // that count references here
	writers []stored
}

// stored is what a block left there: val is known if told.
type stored struct {
	block      BlockID
	addr, size uint64
	val        uint64
	told       bool
	readNull   bool // it read null first
}

// mostWriters bounds what is remembered of a spot; with more writers no filter
// that asks for them applies.
const mostWriters = 256

func (gs *groups) sieve(src trace.Source, m *monitor) error {
	s := &sieve{cursor: cursor{o: gs.o, ticker: ticker{monitor: m, leader: true}}, spots: newGranuleMap[[]*spot]()}
	var all []*spot
	for i := range gs.pairs {
		w := &gs.pairs[i]
		w.rank = gs.o.rank(w)
		if x := s.spotOf(w); x != nil {
			if x.pairs = append(x.pairs, w); len(x.pairs) == 1 {
				all = append(all, x)
			}
		}
	}
	for _, x := range all {
		slices.SortStableFunc(x.pairs, func(v, w *weighed) int { return cmp.Compare(v.b.op, w.b.op) })
	}
	if err := s.walk(src, s); err != nil {
		return err
	}
	for _, x := range all {
		s.settle(x, NoOp)
	}
	s.shutdown(gs.pairs)
	return nil
}

// spotOf returns the spot of a pair, nil if it is too large.
func (s *sieve) spotOf(w *weighed) *spot {
	lo, hi := max(w.a.addr, w.b.addr), min(endOf(w.a.addr, w.a.size), endOf(w.b.addr, w.b.size))
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
	x := &spot{granule: granule, bytes: bytes, facts: facts{at: NoBlock}}
	*list = append(*list, x)
	return x
}

func (s *sieve) operation(op *trace.Op, block BlockID) {
	switch op.Kind {
	case trace.Alloc, trace.Free:
		s.visit(op.Addr, endOf(op.Addr, op.Size), func(x *spot) {
			s.settle(x, s.n)
			x.facts = facts{at: NoBlock}
		})
	case trace.Ref, trace.Unref:
		s.visit(op.Addr, endOf(op.Addr, 1), func(x *spot) {
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

func (s *sieve) run(run []trace.Access, block BlockID) {
	for i := range run {
		a := &run[i]
		s.visit(a.Addr, endOf(a.Addr, a.Size), func(x *spot) { x.access(a, block) })
		s.n++
	}
}

func (x *spot) access(a *trace.Access, block BlockID) {
	if x.at != block || block == NoBlock {
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
	return inGranule(a) && byteMask(x.granule, a.Addr, endOf(a.Addr, a.Size))&x.bytes == x.bytes
}

// lastNull: what was written last is known to be null.
func (x *spot) lastNull() bool {
	n := len(x.writers)
	return n > 0 && x.writers[n-1].isNull()
}

func (w *stored) isNull() bool { return w.told && w.val == 0 }

// settle decides the pairs that end before operation n.
func (s *sieve) settle(x *spot, n uint64) {
	for ; x.next < len(x.pairs) && x.pairs[x.next].b.op < n; x.next++ {
		w := x.pairs[x.next]
		if s.unwritten(x, w) {
			w.rank = RankUnwritten
		}
		if w.filtered != "" {
			continue
		}
		for f := FilterCommuting; f <= FilterRegistered; f++ {
			if s.o.on(f) && !(f.guesses() && w.lasts()) && s.applies(f, x, w) {
				w.filtered = filterReasons[f]
				break
			}
		}
	}
}

// guesses: the filter takes it that a program copes with what it finds.
func (f Filter) guesses() bool { return f == FilterLazy || f == FilterRegistered }

// on reports whether a filter is not switched off.
func (o *Order) on(f Filter) bool { return !o.off.has(filterFC + ruleID(f-FilterCommuting)) }

func (s *sieve) applies(f Filter, x *spot, w *weighed) bool {
	switch f {
	case FilterCommuting:
		return slices.Contains(x.counts, w.a.block) && slices.Contains(x.counts, w.b.block)
	case FilterSameValue:
		return w.a.kind == trace.Write && w.b.kind == trace.Write && x.same(w.a.block, w.b.block)
	case FilterLocal:
		return !x.foreign
	case FilterLazy:
		only := s.onlyWriter(x)
		return only != nil && only.readNull && (only.block == w.a.block || only.block == w.b.block)
	case FilterRegistered:
		only := s.onlyWriter(x)
		return only != nil && w.a.kind == trace.Read && w.b.kind == trace.Write && only.block == w.b.block
	}
	return false
}

// same: both blocks are known to have left the same there.
func (x *spot) same(a, b BlockID) bool {
	v, w := x.of(a), x.of(b)
	return v != nil && w != nil && v.told && w.told && v.addr == w.addr && v.size == w.size && v.val == w.val
}

// of is what a block left there last.
func (x *spot) of(b BlockID) *stored {
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
	if len(x.writers) != 2 || !x.writers[0].isNull() || !s.o.Before(x.writers[0].block, x.writers[1].block) {
		return nil
	}
	return &x.writers[1]
}

// unwritten: w is a write and a read that no write needs to precede.
func (s *sieve) unwritten(x *spot, w *weighed) bool {
	if w.a.kind != trace.Write || w.b.kind != trace.Read || len(x.writers) >= mostWriters {
		return false
	}
	return !slices.ContainsFunc(x.writers, func(v stored) bool { return s.o.atOrBefore(v.block, w.b.block) })
}

// rank is the rank of a pair by its handlers.
func (o *Order) rank(w *weighed) Rank {
	for _, b := range []BlockID{w.a.block, w.b.block} {
		if e := o.sk.blocks[b].Event; e >= 0 && (o.sk.events[e].Kind == trace.Timer || o.sk.events[e].Kind == trace.Socket) {
			return RankReply
		}
	}
	return RankOther
}

// shutdown filters what the last handler before the default loop's end takes part
// in: it is that handler which ends the loop, and nothing comes after it. What is
// saved behind the loop does, though.
func (s *sieve) shutdown(pairs []weighed) {
	b := slices.Index(s.o.sk.barrier, true)
	for b--; b >= 0 && s.o.sk.blocks[b].Event < 0; b-- {
	}
	if b < 0 || !s.o.on(FilterShutdown) {
		return
	}
	last := s.o.sk.blocks[b].Event
	for i := range pairs {
		if w := &pairs[i]; w.filtered == "" && !w.lasts() && s.o.sk.blocks[w.b.block].Event == last {
			w.filtered = filterReasons[FilterShutdown]
		}
	}
}
