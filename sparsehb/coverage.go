package sparsehb

import (
	"cmp"
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/flow"
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
//     few of them, while the order has one for each event from outside.
//  2. A race is covered if a's block lies in the wide past of b, as far as it has
//     grown by then; and by one other race if it lies in the narrow past, which is
//     made the same way but takes from a race's first block its plain past only.
//  3. Then the race itself makes both grow.
//
// Time: edges of the order and races, times the cost of a join; memory: two clocks
// for a block.

// Coverage is what coverage says of a race.
type Coverage uint8

const (
	NoCoverage Coverage = iota // it was not computed
	Uncovered
	Covered
)

func (c Coverage) String() string { return [...]string{"", "uncovered", "covered"}[c] }

// Cover is one link of the chain that covers a race.
type Cover struct {
	First, Second Access
	Race          int // index into Result.Races, -1 if it is in none
}

// weighed is a read-write pair with what became of it.
type weighed struct {
	crossPair
	filtered string
	rank     Rank
	coverage Coverage
	single   bool   // one other race covers it
	group    *group // that it was put into
	matters  *flow.Verdict
}

// pasts are the blocks that come before each block if races count as order.
type pasts struct {
	*Order
	wide, narrow []clock     // by block, at its end; the wide one has the block, too
	arena        *clockArena // of the wide ones
	line, place  []uint32    // by block: its chain, and its place there, from 1 on
	tails        []BlockID   // by chain
	floors       []BlockID   // by block: all blocks below this one lie in its wide past
	before       []BlockID   // of the block at hand, directly
	races        []*weighed
	begin        []int // by block: the first of its races in races; one more at the end
	budget       int
}

// cover computes the coverage of pairs; those that do not synchronise cover none.
func (o *Order) cover(pairs []weighed) *pasts {
	n := len(o.clocks)
	p := &pasts{Order: o, wide: make([]clock, n), narrow: slices.Clone(o.clocks), arena: newClockArena(n), line: make([]uint32, n),
		place: make([]uint32, n), floors: slices.Clone(o.floor), begin: make([]int, n+1), budget: maxWays}
	for i := range pairs {
		p.races = append(p.races, &pairs[i])
	}
	byPlace(p.races)
	next, made, limit := 0, o.arena.n, max(maxPasts, pastsPerBlock*uint32(n))
	for b := range BlockID(n) {
		p.begin[b] = next
		if p.arena.n+o.arena.n-made > limit {
			p.uncovered(next)
			return p
		}
		p.inherit(b)
		for ; next < len(p.races) && p.races[next].b.block == b; next++ {
			p.take(p.races[next])
		}
		p.settle(b)
	}
	p.begin[n] = next
	return p
}

// byPlace sorts races by b, then latest block of a first.
func byPlace(races []*weighed) {
	slices.SortStableFunc(races, func(x, y *weighed) int {
		return cmp.Or(cmp.Compare(x.b.op, y.b.op), -cmp.Compare(x.a.block, y.a.block), cmp.Compare(x.a.op, y.a.op))
	})
}

// uncovered gives up: the races from the n-th on stay without coverage, and no
// block after that has races that could cover.
func (p *pasts) uncovered(n int) {
	p.races = p.races[:n]
	for b := range p.begin {
		p.begin[b] = min(p.begin[b], n)
		if b > 0 {
			p.begin[b] = max(p.begin[b], p.begin[b-1])
		}
	}
}

// inherit joins the pasts of a block's predecessors.
func (p *pasts) inherit(b BlockID) {
	p.before = p.before[:0]
	for _, e := range p.edges[p.edgeAt[b]:p.edgeAt[b+1]] {
		p.join(b, e.from)
	}
	if base := p.base(b); base != NoBlock {
		p.join(b, base)
	}
}

// join makes b's pasts grow by those of block c.
func (p *pasts) join(b, c BlockID) {
	p.widen(b, c)
	if p.narrow[c] != p.clocks[c] {
		p.narrow[b] = p.Order.arena.join(p.narrow[b], p.narrow[c])
	}
}

func (p *pasts) widen(b, c BlockID) {
	p.wide[b], p.floors[b] = p.arena.join(p.wide[b], p.wide[c]), max(p.floors[b], p.floors[c])
	p.before = append(p.before, c)
}

// settle gives a block its chain: it goes on with one whose last block comes right
// before it, or begins a new one.
func (p *pasts) settle(b BlockID) {
	line, last := uint32(len(p.tails)), NoBlock
	for _, c := range p.before {
		if p.tails[p.line[c]] == c && (last == NoBlock || c < last) {
			line, last = p.line[c], c
		}
	}
	p.line[b], p.place[b] = line, 1
	if int(line) == len(p.tails) {
		p.tails = append(p.tails, b)
	} else {
		p.place[b] = p.place[p.tails[line]] + 1
		p.tails[line] = b
	}
	p.wide[b] = p.arena.with(p.wide[b], line, p.place[b])
}

func (p *pasts) take(r *weighed) {
	a, b := r.a.block, r.b.block
	r.coverage = Uncovered
	if p.behind(a, b) {
		// The past is closed: what holds a holds its past, too.
		r.coverage, r.single = Covered, p.Order.arena.get(p.narrow[b], p.chain[a]) > p.index[a]
	}
	if !r.synchronises() {
		return
	}
	if r.coverage == Uncovered {
		p.widen(b, a)
	}
	if !r.single {
		arena := p.Order.arena
		p.narrow[b] = arena.with(arena.join(p.narrow[b], p.clocks[a]), p.chain[a], p.index[a]+1)
	}
}

// behind: a lies in the wide past of b, as far as that has grown.
func (p *pasts) behind(a, b BlockID) bool {
	return a < p.floors[b] || p.arena.get(p.wide[b], p.line[a]) >= p.place[a]
}

// synchronises: the order of the two may matter to what comes after. A race that
// can do no harm must hide none that can.
func (r *weighed) synchronises() bool {
	return r.filtered == "" || filterOf(r.filtered) > FilterLocal
}

// chainOf returns races that cover one, in their order; nil for an uncovered one
// and when the search has cost too much. It goes back from b, through one race if
// that will do, and looks at no block twice.
func (p *pasts) chainOf(r *weighed) []*weighed {
	if r.coverage != Covered || p.budget <= 0 {
		return nil
	}
	w := &wayBack{pasts: p, goal: r.a.block, single: r.single, seen: map[BlockID]bool{}, room: maxWay}
	w.from(r.b.block, r)
	return w.chain
}

// maxPasts bounds what the pasts may take, in nodes of clocks of 16 bytes, and
// pastsPerBlock where that is more: where thousands of handlers are all unordered
// and race, each join makes many.
var maxPasts, pastsPerBlock uint32 = 1 << 22, 8

// maxWays bounds the blocks looked at for all chains, maxWay those for one.
const maxWays, maxWay = 1 << 23, 1 << 17

type wayBack struct {
	*pasts
	goal   BlockID
	single bool
	seen   map[BlockID]bool
	room   int
	chain  []*weighed
}

// from looks for a way from the goal to block b; by races into b before the one
// that is given, nil: by any of them.
func (w *wayBack) from(b BlockID, before *weighed) bool {
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
		if c.synchronises() && w.atOrBefore(w.goal, c.a.block) {
			w.chain = append(w.chain, c)
			return true
		}
	}
	for _, e := range w.edges[w.edgeAt[b]:w.edgeAt[b+1]] {
		if w.leads(e.from) && w.from(e.from, nil) {
			return true
		}
	}
	if base := w.base(b); base != NoBlock && w.leads(base) && w.from(base, nil) {
		return true
	}
	if w.single {
		return false
	}
	for _, c := range into {
		if c.synchronises() && w.leads(c.a.block) && w.from(c.a.block, nil) {
			w.chain = append(w.chain, c)
			return true
		}
	}
	return false
}

// leads reports whether the goal lies in a block's wide past.
func (w *wayBack) leads(b BlockID) bool { return b > w.goal && w.behind(w.goal, b) }

// weigh filters the read-write pairs, finds what covers them and puts them into
// groups, what is likely to do harm first: it stands for its group.
func (gs *groups) weigh(src trace.Source, m *monitor) error {
	if len(gs.pairs) == 0 {
		return nil
	}
	if err := gs.sieve(src, m); err != nil {
		return err
	}
	p := gs.o.cover(gs.pairs)
	order := make([]*weighed, len(gs.pairs))
	for i := range gs.pairs {
		order[i] = &gs.pairs[i]
	}
	byPlace(order)
	slices.SortStableFunc(order, func(x, y *weighed) int {
		return cmp.Or(cmp.Compare(x.matter(), y.matter()), cmp.Compare(x.rank, y.rank))
	})
	for _, w := range order {
		gs.putWeighed(w)
	}
	for _, w := range order {
		if g := w.group; g != nil && w.filtered == "" && g.race.First.Op == w.a.op && g.race.Second.Op == w.b.op {
			g.covered = p.chainOf(w)
		}
	}
	return nil
}

func (gs *groups) putWeighed(w *weighed) {
	c := &gs.counts
	coverage := w.coverage
	switch {
	case w.filtered != "":
		coverage = NoCoverage
		c.Filtered[filterOf(w.filtered)]++
	case w.coverage == Uncovered:
		c.UncoveredPairs++
	case w.coverage == NoCoverage:
		c.UnweighedPairs++
	default:
		c.CoveredPairs++
	}
	blocks := gs.o.sk.blocks
	g := gs.group(groupKey{ReadWrite, blocks[w.a.block].Event, blocks[w.b.block].Event, w.filtered, coverage})
	if g == nil {
		c.UntoldPairs++
		return
	}
	w.group = g
	if r := &g.race; r.Pairs == 0 {
		r.First, r.Second = gs.accessOf(&w.a), gs.accessOf(&w.b)
		r.Coverage, r.Rank = coverage, w.rank
		if r.Matters = w.matter(); w.matters != nil {
			r.Path = w.matters.Path
		}
	}
	g.add(Place{w.a.stack, w.b.stack, 1}, w.b.op)
}

// linkCovers makes of the chains what a result has.
func (gs *groups) linkCovers(races []Race, by map[*group]int) {
	for g, i := range by {
		for _, w := range g.covered {
			link := Cover{First: gs.accessOf(&w.a), Second: gs.accessOf(&w.b), Race: -1}
			if at, ok := by[w.group]; ok {
				link.Race = at
			}
			races[i].CoveredBy = append(races[i].CoveredBy, link)
		}
	}
}
