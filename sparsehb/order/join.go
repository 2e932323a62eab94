package order

import (
	"cmp"
	"slices"

	"sparseracer/sparsehb/clock"
)

// join gathers the predecessors of one block into its clock.
type join struct {
	b       BlockID
	floor   BlockID
	base    BlockID
	acc     clock.Clock // of the first predecessors, themselves included
	merged  int         // how many those are
	kept    []BlockID   // predecessors that no other one covered when they came
	pending []Edge      // not yet joined
	found   []Edge      // joined
	chain   int64       // oldest chain whose tail is a predecessor, -1 for none
}

// manyKept is how many predecessors are looked through one by one; more are joined.
const manyKept = 8

func (ps *pass) start(b BlockID) {
	j := &ps.join
	j.b, j.acc, j.merged, j.chain = b, 0, 0, -1
	j.kept, j.pending, j.found = j.kept[:0], j.pending[:0], j.found[:0]
	j.base = ps.o.base(b)
	j.floor = 0
	if j.base >= 0 {
		j.floor = ps.o.floor[j.base]
	}
}

// put makes p a predecessor of the block at hand. A p that does not lie before
// it is a conclusion pointing backward: it is dropped and counted.
func (ps *pass) put(p BlockID, rule ruleID) {
	if ps.off.has(rule) || p < 0 {
		return
	}
	ps.standIns(p, rule, (*pass).putLater)
}

func (ps *pass) putLater(p BlockID, rule ruleID) {
	if p >= ps.b {
		ps.backward(p, rule)
		return
	}
	ps.pending = append(ps.pending, Edge{p, rule})
}

// fewPending is how many are sorted one by one.
const fewPending = 32

// settle joins what was put, latest first: a later block often covers the
// earlier ones.
func (ps *pass) settle() {
	pend := ps.pending
	if len(pend) > fewPending {
		slices.SortStableFunc(pend, func(a, b Edge) int { return cmp.Compare(b.From, a.From) })
	} else {
		for i := 1; i < len(pend); i++ {
			for k := i; k > 0 && pend[k].From > pend[k-1].From; k-- {
				pend[k], pend[k-1] = pend[k-1], pend[k]
			}
		}
	}
	ps.tally(len(pend))
	for i, e := range pend {
		if i > 0 && e.From == pend[i-1].From || i%fewPending == fewPending-1 && ps.exhausted() {
			continue
		}
		ps.add(e)
		ps.found = append(ps.found, e)
	}
	ps.pending = pend[:0]
}

// putNow joins p at once; for rules whose premises look at the joined clock.
func (ps *pass) putNow(p BlockID, rule ruleID) {
	if ps.off.has(rule) || p < 0 {
		return
	}
	ps.standIns(p, rule, (*pass).joinNow)
}

func (ps *pass) joinNow(p BlockID, rule ruleID) {
	if p >= ps.b {
		ps.backward(p, rule)
		return
	}
	if ps.add(Edge{p, rule}) {
		ps.found = append(ps.found, Edge{p, rule})
	}
}

// add reports whether e.From was not covered yet.
func (ps *pass) add(e Edge) bool {
	o, p := ps.o, e.From
	if c := o.chain[p]; ps.tails[c] == p && (ps.join.chain < 0 || int64(c) < ps.join.chain) {
		ps.join.chain = int64(c)
	}
	if ps.reached(p) {
		return false
	}
	ps.kept = append(ps.kept, p)
	if len(ps.kept)-ps.merged > manyKept {
		ps.merge(-1)
	}
	ps.join.floor = max(ps.join.floor, o.floor[p])
	return true
}

// merge joins the predecessors that are not joined yet, each with its own place in its
// chain, but for those of one chain: a block that continues it needs that not.
func (ps *pass) merge(chain int64) {
	o := ps.o
	list := append(ps.clocks[:0], ps.acc)
	for _, k := range ps.kept[ps.merged:] {
		if int64(o.chain[k]) == chain {
			list = append(list, o.clocks[k])
		} else {
			list = append(list, ps.inclusive(k))
		}
	}
	ps.acc, ps.merged, ps.clocks = o.arena.JoinAll(list), len(ps.kept), list
}

// inclusive is the clock of a block with its own place in its chain. Whoever comes after it
// joins the same one.
func (ps *pass) inclusive(b BlockID) clock.Clock {
	if ps.including == nil {
		ps.including = make([]clock.Clock, len(ps.blocks))
	}
	if ps.including[b] == 0 {
		ps.including[b] = ps.o.arena.With(ps.o.clocks[b], ps.o.chain[b], ps.o.index[b]+1)
	}
	return ps.including[b]
}

// reached reports whether p is the block at hand or lies in its past as far as
// it is joined.
func (ps *pass) reached(p BlockID) bool {
	if p == ps.b {
		return true
	}
	if p < 0 || p > ps.b {
		return false
	}
	o := ps.o
	if p < ps.join.floor || p == ps.base || o.Before(p, ps.base) {
		return true
	}
	chain, index := o.chain[p], o.index[p]
	for _, k := range ps.kept[ps.merged:] {
		if o.chain[k] == chain && index <= o.index[k] || ps.recall.Get(o.clocks[k], chain) > index {
			return true
		}
	}
	return o.arena.Get(ps.acc, chain) > index
}

// place gives the block its chain, index and clock.
func (ps *pass) place() {
	ps.settle()
	o, b := ps.o, ps.b
	ps.merge(ps.join.chain)
	chain := uint32(len(ps.tails))
	if ps.join.chain < 0 && !ps.short {
		if c, ok := o.arena.Whole(ps.acc, func(c uint32) uint32 { return o.index[ps.tails[c]] + 1 }); ok {
			ps.join.chain = int64(c)
		}
	}
	if ps.join.chain >= 0 {
		chain = uint32(ps.join.chain)
		o.index[b] = o.index[ps.tails[chain]] + 1
		ps.tails[chain] = b
	} else {
		o.index[b] = 0
		ps.tails = append(ps.tails, b)
	}
	o.chain[b] = chain
	o.clocks[b], o.floor[b] = ps.acc, ps.join.floor
	o.edges.put(b, ps.found)
}
