package order

import (
	"cmp"
	"slices"
	"sort"

	"sparseracer/internal/trace"
)

// Rules that look back: what must have come first, given how it went on.

// R19, the later poster: FB(E1) ≺ FB(E2), both posted. Had E2 been queued first
// with at least E1's priority, it would have left first: block(enq(E1)) ≺
// block(enq(E2)). And if its priority is higher and the loops are exact, it was
// not even queued when E1 left: FB(E1) ≼ block(enq(E2)).

// prepareR19 lists what is known from the start, by the block that enqueues E2:
// E1 spins v, E2 resets it.
func (ps *pass) prepareR19() {
	ps.earlier = map[BlockID][]Edge{}
	ps.calm, ps.quiet = make([]bool, len(ps.loops)), make([]bool, len(ps.loops))
	for i := range ps.loops {
		e1, e2 := ps.loops[i].Owner, ps.sole(&ps.loops[i])
		if e1 < 0 || e2 < 0 || ps.about[e1].class == noClass || ps.about[e2].class == noClass {
			continue
		}
		at, higher := ps.about[e2].enq, ps.about[e2].class-ps.about[e1].class
		if at < 0 || higher < 0 {
			continue
		}
		from := []BlockID{ps.about[e1].enq}
		if higher > 0 && ps.rules == Exact {
			from = append(from, ps.events[e1].FirstBlock)
		}
		for _, p := range from {
			if p >= 0 && p != at {
				ps.earlier[at] = append(ps.earlier[at], Edge{p, ruleR19})
			}
		}
	}
}

// rulesBack puts what R19, R24, R26, R29 and R30 put before the block at hand.
func (ps *pass) rulesBack() {
	for _, e := range ps.earlier[ps.b] {
		ps.put(e.From, e.rule)
	}
}

// R24, nobody in between, for batch loops: E1 spins v, E2 resets it, both posted,
// prio(E2) > prio(E1), and a handler that was neither posted nor a deferred delete
// enqueues E2, in block P. Every other posted event or deferred delete S that spins
// a loop starts after E1 (FB(E1) ≺ FB(S)) or has ended when E1 is posted (LB(S) ≼
// block(enq(E1))). Then FB(E1) ≼ P: before E1 no batch is interrupted by what may be
// P, so an E2 queued before E1 is gone would be sorted in before it.
//
// The premise looks at later blocks, like R17's: what is found after a pass holds
// in the next one. findCalm reports whether there is something new.
func (ps *pass) findCalm() bool {
	if ps.rules != Batch || ps.off.has(ruleR24) {
		return false
	}
	found := false
	var c *calmScan
	for i := range ps.loops {
		v := &ps.loops[i]
		if !ps.underWay(v) {
			continue
		}
		if c == nil {
			c = ps.newCalmScan()
		}
		if first := ps.events[v.Owner].FirstBlock; c.calm(v.Owner) {
			at := ps.about[ps.sole(v)].enq
			ps.calm[v.Guard], found = true, true
			if first != at {
				ps.earlier[at] = append(ps.earlier[at], Edge{first, ruleR24})
			}
		}
	}
	return found
}

// underWay reports whether a loop is one of R24's whose last premise is open.
func (ps *pass) underWay(v *Loop) bool {
	e1, e2 := v.Owner, ps.sole(v)
	if e1 < 0 || e2 < 0 || ps.calm[v.Guard] {
		return false
	}
	c1, c2, at := ps.about[e1].class, ps.about[e2].class, ps.about[e2].enq
	return c1 != noClass && c2 > c1 && at >= 0 && ps.blocks[at].Event >= 0 && !ps.standsInQueue(ps.blocks[at].Event)
}

// standsInQueue: posted or a deferred delete.
func (sk *skeleton) standsInQueue(e trace.EventID) bool {
	return sk.events[e].Kind == trace.Posted || sk.events[e].Kind == trace.Deferred
}

// calmScan looks for the last premise. The spinners that stood in the queue are in
// the order in which they start; each one that fits all before it (after it) spares
// those that follow it (precede it) the look further on.
type calmScan struct {
	ps            *pass
	list          []trace.EventID
	place         map[trace.EventID]int
	before, after []bool
	blamed        [2]int // who failed last, before and after: most fail at it
}

func (ps *pass) newCalmScan() *calmScan {
	c := &calmScan{ps: ps, place: map[trace.EventID]int{}}
	for _, e := range ps.spins {
		if ps.standsInQueue(e) {
			c.list = append(c.list, e)
		}
	}
	slices.SortFunc(c.list, func(a, b trace.EventID) int { return cmp.Compare(ps.events[a].FirstBlock, ps.events[b].FirstBlock) })
	c.before, c.after = make([]bool, len(c.list)), make([]bool, len(c.list))
	for i, e := range c.list {
		c.place[e] = i
		c.before[i] = c.fitsBefore(i)
	}
	for i := range slices.Backward(c.list) {
		c.after[i] = c.fitsAfter(i)
	}
	return c
}

// findQuiet looks for R28's premise in the same way: E1 is no such spinner itself.
func (ps *pass) findQuiet() bool {
	if ps.rules != Batch || ps.off.has(ruleR28) {
		return false
	}
	found := false
	var c *calmScan
	for i := range ps.loops {
		v := &ps.loops[i]
		e1, e2 := v.Owner, ps.sole(v)
		if e1 < 0 || e2 < 0 || ps.quiet[v.Guard] || ps.about[e2].class == noClass || ps.standsInQueue(e1) {
			continue
		}
		if c == nil {
			c = ps.newCalmScan()
		}
		if c.quiet(ps.events[e1].FirstBlock) {
			ps.quiet[v.Guard], found = true, true
		}
	}
	return found
}

// quiet reports whether no spinner can be under way in block b.
func (c *calmScan) quiet(b BlockID) bool {
	i := sort.Search(len(c.list), func(i int) bool { return c.ps.events[c.list[i]].FirstBlock >= b })
	return c.endedBy(i, b) && c.startAfter(i, b)
}

func (c *calmScan) calm(e1 trace.EventID) bool {
	i := c.place[e1]
	return c.before[i] && c.after[i]
}

func (c *calmScan) fitsBefore(i int) bool { return c.endedBy(i, c.ps.about[c.list[i]].enq) }

// endedBy reports whether all spinners before place i have ended in or before block b.
func (c *calmScan) endedBy(i int, b BlockID) bool {
	ended := func(j int) bool {
		s := &c.ps.events[c.list[j]]
		return s.End != NoOp && b >= 0 && c.ps.o.AtOrBefore(s.LastBlock, b)
	}
	if w := c.blamed[0]; w < i && !ended(w) {
		return false
	}
	for j := i - 1; j >= 0; j-- {
		if !ended(j) {
			c.blamed[0] = j
			return false
		}
		if c.before[j] {
			return true // those have ended before j was posted
		}
	}
	return true
}

func (c *calmScan) fitsAfter(i int) bool { return c.startAfter(i+1, c.ps.events[c.list[i]].FirstBlock) }

// startAfter reports whether all spinners from place i on start after block b.
func (c *calmScan) startAfter(i int, b BlockID) bool {
	follows := func(j int) bool { return c.ps.o.Before(b, c.ps.events[c.list[j]].FirstBlock) }
	if w := c.blamed[1]; w >= i && w < len(c.list) && !follows(w) {
		return false
	}
	for j := i; j < len(c.list); j++ {
		if !follows(j) {
			c.blamed[1] = j
			return false
		}
		if c.after[j] {
			return true
		}
	}
	return true
}
