package order

import (
	"slices"

	"sparseracer/internal/trace"
)

// putAfter puts what the FIFO successors of f come after. Where f was
// overtaken, its own predecessors in the queue take its place.
func (ps *pass) putAfter(f trace.EventID) {
	defer ps.up()
	if ps.tooDeep() || ps.seen[f] == ps.b {
		return
	}
	ps.seen[f] = ps.b
	first := ps.runsTo(ps.events[f].FirstBlock)
	switch after := ps.after[f]; {
	case after < ps.b && after != first:
		ps.put(after, ruleR12)
	case first < ps.b:
		if after != first {
			ps.o.dropped++
		}
		ps.put(first, ps.fifoRule(f))
	default:
		ps.drop(f)
		for _, g := range ps.fifo.ahead(f) {
			ps.putAfter(g)
		}
	}
}

// drop counts a conclusion that f, which runs later, comes before the block at hand.
func (ps *pass) drop(f trace.EventID) {
	ps.backward(ps.events[f].FirstBlock, ps.fifoRule(f))
	ps.overtaken = ps.overtaken || ps.stands != nil && ps.stands[f]
}

func (ps *pass) fifoRule(f trace.EventID) ruleID {
	switch {
	case ps.rules.Batches() && ps.about[f].priority < ps.about[ps.blocks[ps.b].Event].priority:
		return ruleR20
	case ps.rules != Paper:
		return ruleR15
	case ps.about[f].multi:
		return ruleR8
	}
	return ruleR7
}

// enqBefore reports enq(f) ≺ enq(g).
func (ps *pass) enqBefore(f, g trace.EventID) bool {
	bf, bg := ps.about[f].enq, ps.about[g].enq
	if bf == bg {
		return bf >= 0 && ps.events[f].Enq < ps.events[g].Enq
	}
	return bf >= 0 && ps.before(ps.runsTo(bf), bg)
}

// needSorted makes the list, for the few traces that need it.
func (ps *pass) needSorted() {
	if ps.sorted == nil {
		ps.sorted = slices.Repeat([]BlockID{NoBlock}, len(ps.events))
	}
}

// putSorted puts the events of higher priorities in the frontier of a block; for one that runs
// later, those that it stood for.
func (ps *pass) putSorted(b BlockID, priority int32, rule ruleID) {
	ps.needSorted()
	var put func(f trace.EventID)
	put = func(f trace.EventID) {
		defer ps.up()
		switch first := ps.after[f]; {
		case ps.tooDeep():
		case ps.about[f].priority <= priority || ps.sorted[f] == ps.b:
		case first < ps.b:
			ps.put(first, rule)
		default:
			ps.drop(f)
			ps.sorted[f] = ps.b
			for _, g := range ps.fifo.ahead(f) {
				put(g)
			}
		}
	}
	for p, events := range ps.fronts.at(b) {
		if p <= priority {
			continue
		}
		ps.work += uint64(len(events))
		for _, f := range events {
			put(f)
		}
	}
	ps.settle()
}
