package race

import (
	"cmp"
	"slices"

	"sparseracer/sparsehb/clock"
	"sparseracer/sparsehb/order"
)

// Race coverage (Raychev, Vechev, Sridharan, OOPSLA 2013), over blocks instead
// of event actions. A race (a, b) is covered by the races (c1, d1) … (cn, dn) if
//
//	block(a) ≼ block(c1), block(di) ≼ block(ci+1), dn ≼ b
//
// where dn ≼ b within one block is their order there: if those races keep their
// order, a and b keep theirs. Who knows that the covering ones are synchronisation
// need not look at the covered one. What is left is uncovered.
//
// Of races that could cover each other (one block of a, one operation b) the one
// with the earliest a stands for the others. Every other covering race spans less
// of the trace than what it covers, so what is covered is so by uncovered ones.
//
// The races, by b, then latest block of a first, are taken as edges of the order:
//
//  1. The wide past of a block is that of its predecessors, joined. It has chains of
//     its own, along which races lead, too: where nearly everything races there are
//     few of them, while the order has one for each event from outside. Only blocks in
//     which a race begins stand in chains, for no others are asked for: a block with one
//     predecessor has mostly that one's past.
//  2. A race is covered if a's block lies in the wide past of b, as far as it has
//     grown by then; and by one other race if it lies in the narrow past, which takes
//     from a race's first block its plain past only. These two have the chains of the
//     order, and of them such blocks only.
//  3. Then the race itself makes both grow.
//
// Time: edges of the order and races, times the cost of a join; memory: three clocks
// for a block.

// Coverage is what coverage says of a race.
type Coverage uint8

const (
	NoCoverage Coverage = iota // it was not computed
	Uncovered
	Covered
)

func (c Coverage) String() string { return [...]string{"", "uncovered", "covered"}[c] }

// ReadWrite is a read-write pair with what covers it.
type ReadWrite struct {
	Pair
	// Harmless pairs cover none: a race that can do no harm must hide none that can.
	Harmless bool
	Coverage Coverage
	Index    int // for who has more about the pair

	single bool // one other race covers it
}

// Pasts are the blocks that come before each block if races count as order.
type Pasts struct {
	*order.Order
	wide, narrow []clock.Clock   // by block, at its end; the wide one has the block, too
	plain        []clock.Clock   // by block: those before it in the order, and it
	arena, near  *clock.Arena    // of the wide ones, of the others
	chain, place []uint32        // by block in which a race begins: its chain, and its place there, from 1 on
	carried      []order.BlockID // by block: such a block before it, or it, whose chain it may go on with
	tails        []order.BlockID // by chain
	floors       []order.BlockID // by block: all blocks below this one lie in its wide past
	before       []order.BlockID // of the block at hand, directly
	races        []*ReadWrite
	begin        []int // by block: the first of its races in races; one more at the end
	budget       int
}

// Cover computes the coverage of pairs; the harmless ones cover none.
func Cover(o *order.Order, pairs []*ReadWrite, bounds Bounds) *Pasts {
	n := len(o.Blocks())
	starts := countStarts(n, pairs)
	p := &Pasts{Order: o, wide: make([]clock.Clock, n), narrow: make([]clock.Clock, n), plain: make([]clock.Clock, n),
		arena: clock.NewArena(starts), near: clock.NewArena(starts), chain: make([]uint32, n),
		place: make([]uint32, n), carried: make([]order.BlockID, n), floors: make([]order.BlockID, n), begin: make([]int, n+1), budget: maxWays}
	for b := range order.BlockID(n) {
		p.floors[b], p.carried[b] = o.Floor(b), order.NoBlock
	}
	for _, r := range pairs {
		p.carried[r.A.Block] = r.A.Block
	}
	p.races = slices.Clone(pairs)
	ByPlace(p.races, func(r *ReadWrite) *ReadWrite { return r })
	next, limit := 0, max(bounds.Nodes, bounds.PerBlock*uint32(n))
	for b := range order.BlockID(n) {
		p.begin[b] = next
		if p.arena.Len()+p.near.Len() > limit {
			p.uncovered(next)
			return p
		}
		p.inherit(b)
		for ; next < len(p.races) && p.races[next].B.Block == b; next++ {
			p.take(p.races[next])
		}
		p.settle(b)
	}
	p.begin[n] = next
	return p
}

// countStarts counts the blocks, of n, in which races begin.
func countStarts(n int, pairs []*ReadWrite) (count int) {
	is := make([]bool, n)
	for _, r := range pairs {
		if !is[r.A.Block] {
			is[r.A.Block], count = true, count+1
		}
	}
	return count
}

// ByPlace sorts what has races by b, then latest block of a first.
func ByPlace[T any](list []T, race func(T) *ReadWrite) {
	slices.SortStableFunc(list, func(v, w T) int {
		x, y := race(v), race(w)
		return cmp.Or(cmp.Compare(x.B.Op, y.B.Op), -cmp.Compare(x.A.Block, y.A.Block), cmp.Compare(x.A.Op, y.A.Op))
	})
}

// uncovered gives up: the races from the n-th on stay without coverage, and no
// block after that has races that could cover.
func (p *Pasts) uncovered(n int) {
	p.races = p.races[:n]
	for b := range p.begin {
		p.begin[b] = min(p.begin[b], n)
		if b > 0 {
			p.begin[b] = max(p.begin[b], p.begin[b-1])
		}
	}
}

// inherit joins the pasts of a block's predecessors.
func (p *Pasts) inherit(b order.BlockID) {
	p.before = p.before[:0]
	for e := range p.Edges(b) {
		p.join(b, e.From)
	}
	if base := p.Base(b); base != order.NoBlock {
		p.join(b, base)
	}
}

// join makes b's pasts grow by those of block c.
func (p *Pasts) join(b, c order.BlockID) {
	p.widen(b, c)
	p.narrow[b], p.plain[b] = p.near.Join(p.narrow[b], p.narrow[c]), p.near.Join(p.plain[b], p.plain[c])
}

func (p *Pasts) widen(b, c order.BlockID) {
	p.wide[b], p.floors[b] = p.arena.Join(p.wide[b], p.wide[c]), max(p.floors[b], p.floors[c])
	p.before = append(p.before, c)
}

// settle gives a block in which a race begins its chain: it goes on with one whose last
// block comes right before it, or begins a new one.
func (p *Pasts) settle(b order.BlockID) {
	chain, last := uint32(len(p.tails)), order.NoBlock
	for _, before := range p.before {
		c := p.carried[before]
		if c != order.NoBlock && p.tails[p.chain[c]] == c && (last == order.NoBlock || c < last) {
			chain, last = p.chain[c], c
		}
	}
	if p.carried[b] != b {
		p.carried[b] = last
		return
	}
	p.chain[b], p.place[b] = chain, 1
	if int(chain) == len(p.tails) {
		p.tails = append(p.tails, b)
	} else {
		p.place[b] = p.place[p.tails[chain]] + 1
		p.tails[chain] = b
	}
	p.wide[b] = p.arena.With(p.wide[b], chain, p.place[b])
	p.plain[b] = p.near.With(p.plain[b], p.Order.Chain(b), p.Index(b)+1)
}

func (p *Pasts) take(r *ReadWrite) {
	a, b := r.A.Block, r.B.Block
	r.Coverage = Uncovered
	if p.behind(a, b) {
		// The past is closed: what holds a holds its past, too.
		r.Coverage, r.single = Covered, p.near.Get(p.narrow[b], p.Order.Chain(a)) > p.Index(a)
	}
	if r.Harmless {
		return
	}
	if r.Coverage == Uncovered {
		p.widen(b, a)
	}
	if !r.single {
		p.narrow[b] = p.near.Join(p.narrow[b], p.plain[a])
	}
}

// behind: a lies in the wide past of b, as far as that has grown.
func (p *Pasts) behind(a, b order.BlockID) bool {
	return a < p.floors[b] || p.arena.Get(p.wide[b], p.chain[a]) >= p.place[a]
}

// ChainOf returns races that cover one, in their order; nil for an uncovered one
// and when the search has cost too much. It goes back from b, through one race if
// that will do, and looks at no block twice.
func (p *Pasts) ChainOf(r *ReadWrite) []*ReadWrite {
	if r.Coverage != Covered || p.budget <= 0 {
		return nil
	}
	w := &wayBack{Pasts: p, goal: r.A.Block, single: r.single, seen: map[order.BlockID]bool{}, room: maxWay}
	w.from(r.B.Block, r)
	return w.chain
}

// Bounds are what the pasts may take, in nodes of clocks of 16 bytes, and for each block
// where that is more: where thousands of handlers are all unordered and race, each join
// makes many.
type Bounds struct{ Nodes, PerBlock uint32 }

// DefaultBounds are some 64 MB.
var DefaultBounds = Bounds{1 << 22, 8}

// maxWays bounds the blocks looked at for all chains, maxWay those for one.
const maxWays, maxWay = 1 << 23, 1 << 17

type wayBack struct {
	*Pasts
	goal   order.BlockID
	single bool
	seen   map[order.BlockID]bool
	room   int
	chain  []*ReadWrite
}

// from looks for a way from the goal to block b; by races into b before the one
// that is given, nil: by any of them.
func (w *wayBack) from(b order.BlockID, before *ReadWrite) bool {
	if w.seen[b] && before == nil || w.room == 0 {
		return false
	}
	w.seen[b] = w.seen[b] || before == nil
	w.room, w.budget = w.room-1, w.budget-1
	into := w.races[w.begin[b]:w.begin[b+1]]
	if before != nil {
		into = into[:slices.Index(into, before)]
	}
	for _, c := range into {
		if !c.Harmless && w.AtOrBefore(w.goal, c.A.Block) {
			w.chain = append(w.chain, c)
			return true
		}
	}
	for e := range w.Edges(b) {
		if w.leads(e.From) && w.from(e.From, nil) {
			return true
		}
	}
	if base := w.Base(b); base != order.NoBlock && w.leads(base) && w.from(base, nil) {
		return true
	}
	if w.single {
		return false
	}
	for _, c := range into {
		if !c.Harmless && w.leads(c.A.Block) && w.from(c.A.Block, nil) {
			w.chain = append(w.chain, c)
			return true
		}
	}
	return false
}

// leads reports whether the goal lies in a block's wide past.
func (w *wayBack) leads(b order.BlockID) bool { return b > w.goal && w.behind(w.goal, b) }
