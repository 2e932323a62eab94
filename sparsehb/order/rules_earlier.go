package order

import "sparseracer/internal/trace"

// What R19 and R30 find after a pass, for the next one: conclusions about blocks
// that lie before the premises.

// fewBack is how many posted events, the latest delivered before E2, R19 looks at,
// and how many of the innermost loops around a handler R30 does.
const fewBack = 32

// findBack reports whether there is something new.
func (ps *pass) findBack() bool {
	found := false
	if !ps.off.has(ruleR19) {
		if ps.queue == nil {
			ps.queue, ps.against = ps.postedByFirst(), make([]bool, len(ps.events))
		}
		for i, e2 := range ps.queue {
			if ps.about[e2].enq >= 0 && ps.unusual(e2) {
				found = ps.lookBack(i, e2) || found
			}
		}
	}
	if !ps.off.has(ruleR30) {
		for c := range ps.blocks {
			if e1 := ps.blocks[c].Event; e1 >= 0 && ps.opens[c].how != byDeq && ps.about[e1].parent >= 0 {
				found = ps.lookAround(BlockID(c), e1) || found
			}
		}
	}
	return found
}

// known reports whether p ≺ b, which a rule that looks back says, need not be put: it
// is there already, and so is what R21 makes of it for b's volley.
func (ps *pass) known(p, b BlockID) bool {
	if !ps.o.Before(p, b) {
		return false
	}
	if ps.starts == nil || ps.off.has(ruleR21) || ps.deferred(p) {
		return true
	}
	first := ps.starts[b]
	return p >= first || first == b || ps.o.Before(p, first)
}

// volleyStarts returns, by block, the first one of its volley.
func (sk *skeleton) volleyStarts() []BlockID {
	starts := make([]BlockID, len(sk.blocks))
	for b := range starts {
		starts[b] = BlockID(b)
		if sk.behindOthers(BlockID(b)) {
			starts[b] = starts[b-1]
		}
	}
	return starts
}

func (sk *skeleton) postedByFirst() []trace.EventID {
	list := []trace.EventID{}
	for b := range sk.blocks {
		if e := sk.blocks[b].Event; e >= 0 && sk.opens[b].how == byDeq && sk.about[e].class != noClass {
			list = append(list, e)
		}
	}
	return list
}

// unusual reports whether something precedes FB(E2) but what precedes its enqueue, or
// an event of at least its priority that was posted before: those bring R19 with them,
// but for events that the trace has against the rule.
func (ps *pass) unusual(e2 trace.EventID) bool {
	first, at, o := ps.events[e2].FirstBlock, ps.about[e2].enq, ps.o
	if o.base(first) > at || o.floor[first] > at+1 || ps.starts != nil && ps.starts[at] != at {
		return true // the last: what comes before the poster comes before its volley too (R21)
	}
	for _, e := range o.edges[o.edgeAt[first]:o.edgeAt[first+1]] {
		if e.From == at {
			continue
		}
		f := ps.blocks[e.From].Event
		if e.rule == ruleR15 && ps.rules == Exact && !ps.against[f] {
			continue // of a higher priority: where its enqueue comes from, the same is asked
		}
		if f >= 0 && !ps.against[f] && ps.about[f].class >= ps.about[e2].class && ps.about[f].enq >= 0 && ps.events[f].FirstBlock == e.From &&
			(ps.about[f].enq == at || o.Before(ps.about[f].enq, at)) {
			continue
		}
		if !o.AtOrBefore(e.From, at) {
			return true
		}
	}
	return false
}

// lookBack is R19 for E2, the posted event at place i.
func (ps *pass) lookBack(i int, e2 trace.EventID) bool {
	found := false
	at := ps.about[e2].enq
	for j := i - 1; j >= max(0, i-fewBack); j-- {
		e1 := ps.queue[j]
		first, higher := ps.events[e1].FirstBlock, ps.about[e2].class-ps.about[e1].class
		if higher < 0 || !ps.o.Before(first, ps.events[e2].FirstBlock) {
			continue
		}
		p := ps.about[e1].enq
		if higher > 0 && ps.rules == Exact {
			if ps.against[e2] = ps.against[e2] || first > at; first <= at {
				p = first
			}
		}
		ps.against[e2] = ps.against[e2] || p > at
		if p >= 0 && p < at && !ps.known(p, at) {
			ps.earlier[at] = append(ps.earlier[at], Edge{p, ruleR19})
			found = true
		}
	}
	return found
}

// R30, nesting, looked back: x and y blocks of E2, C a later block of E1, x ≺ C ≺ y:
// then E1 lies between x and y as a whole: x ≺ FB(E1), LB(E1) ≺ y.

// lookAround is R30 for C and the handlers around E1.
func (ps *pass) lookAround(c BlockID, e1 trace.EventID) bool {
	found := false
	g := ps.about[e1].parent
	for range fewBack {
		if g < 0 || ps.loops[g].Owner < 0 {
			break
		}
		e2 := ps.loops[g].Owner
		if x, y := ps.between(c, e2, g); x >= 0 && y >= 0 {
			first := ps.events[e1].FirstBlock
			if !ps.known(x, first) {
				ps.earlier[first] = append(ps.earlier[first], Edge{x, ruleR30})
				found = true
			}
			if last := ps.events[e1].LastBlock; ps.events[e1].End != NoOp && last < y && !ps.o.Before(last, y) {
				ps.earlier[y] = append(ps.earlier[y], Edge{last, ruleR30})
				found = true
			}
		}
		g = ps.about[e2].parent
	}
	return found
}

// between returns the latest pause of e2 before c and the earliest resume after it;
// c ran inside e2's loop g.
func (ps *pass) between(c BlockID, e2 trace.EventID, g trace.GuardID) (x, y BlockID) {
	x, y = NoBlock, NoBlock
	for _, l := range ps.events[e2].Loops {
		p, r := ps.loops[l].PauseBlock, ps.loops[l].ResumeBlock
		if p <= ps.loops[g].PauseBlock && ps.o.Before(p, c) {
			x = p
		}
		if y < 0 && r > c && ps.o.Before(c, r) {
			y = r
		}
	}
	return x, y
}
