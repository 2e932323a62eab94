package order

import (
	"sparseracer/sparsehb/clock"
)

// join gathers the predecessors of one block into its clock.
type join struct {
	b       BlockID
	floor   BlockID
	base    BlockID
	acc     clock.Clock
	kept    []pred // predecessors that no other one covered when they came
	pending []Edge // not yet joined
	found   []Edge // joined
	chain   int64  // oldest chain whose tail is a predecessor, -1 for none
}

// pred is a predecessor; its own place in its chain is put into the clock
// late, for a block that continues the chain needs it not.
type pred struct {
	block BlockID
	inAcc bool
}

// manyKept is how many predecessors are looked through one by one.
const manyKept = 8

func (ps *pass) start(b BlockID) {
	j := &ps.join
	j.b, j.acc, j.chain = b, 0, -1
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

// settle joins what was put, latest first: a later block often covers the
// earlier ones.
func (ps *pass) settle() {
	pend := ps.pending
	for i := 1; i < len(pend); i++ {
		for k := i; k > 0 && pend[k].From > pend[k-1].From; k-- {
			pend[k], pend[k-1] = pend[k-1], pend[k]
		}
	}
	for i, e := range pend {
		if i > 0 && e.From == pend[i-1].From {
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
	ps.acc = o.arena.Join(ps.acc, o.clocks[p])
	ps.kept = append(ps.kept, pred{block: p})
	if len(ps.kept) > manyKept {
		for i := len(ps.kept) - 1; i >= 0 && !ps.kept[i].inAcc; i-- {
			ps.fold(&ps.kept[i])
		}
	}
	ps.join.floor = max(ps.join.floor, o.floor[p])
	return true
}

func (ps *pass) fold(k *pred) {
	if !k.inAcc {
		o := ps.o
		k.inAcc = true
		ps.acc = o.arena.With(ps.acc, o.chain[k.block], o.index[k.block]+1)
	}
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
	if len(ps.kept) <= manyKept {
		for _, k := range ps.kept {
			if o.chain[k.block] == chain && index <= o.index[k.block] {
				return true
			}
		}
	}
	return o.arena.Get(ps.acc, chain) > index
}

// place gives the block its chain, index and clock.
func (ps *pass) place() {
	ps.settle()
	o, b := ps.o, ps.b
	chain := uint32(len(ps.tails))
	if ps.join.chain < 0 {
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
	for i := range ps.kept {
		if o.chain[ps.kept[i].block] != chain {
			ps.fold(&ps.kept[i])
		}
	}
	o.clocks[b], o.floor[b] = ps.acc, ps.join.floor
	o.edges.put(b, ps.found)
}
