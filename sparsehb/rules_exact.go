package sparsehb

import (
	"sort"

	"sparseracer/internal/trace"
)

// Rules R15 to R17 for loops that look at their guard after every event.

// ruleR15Exact, first out: E1 leaves the queue before E2, both posted, if
// prio(E1) = prio(E2) and enq(E1) ≺ enq(E2), or prio(E1) > prio(E2) and
// enq(E1) ≺ deq(E2). A predecessor found so brings its own past with it, hence
// the worklist: kept grows while it is walked.
func (ps *pass) ruleR15Exact(e trace.EventID) {
	class := ps.about[e].class
	if class == noClass || ps.off.has(ruleR15) {
		return
	}
	for _, f := range ps.fifo[e] {
		ps.putAfter(f)
	}
	ps.settle()
	ps.putHigher(ps.frontsOf(ps.base), class)
	for i := 0; i < len(ps.kept); i++ {
		ps.putHigher(ps.frontsOf(ps.kept[i].block), class)
	}
	ps.fifo[e] = nil
}

// putHigher puts the events of higher classes in a frontier.
func (ps *pass) putHigher(fs []front, class int32) {
	for i := range fs {
		if fs[i].class <= class {
			continue
		}
		for _, f := range fs[i].events {
			ps.putAfter(f)
		}
	}
	ps.settle()
}

// ruleR16, nesting: deq(E1) ≺ deq(E2) ≺ resume(E1,v) gives end(E2) ≺
// resume(E1,v). Only where E2 spins loops: else its one block is both. Each
// one found may bring others into the past, hence the repetition.
func (ps *pass) ruleR16(v *Loop) {
	if v.Owner < 0 || ps.off.has(ruleR16) {
		return
	}
	first := ps.events[v.Owner].FirstBlock
	from := sort.Search(len(ps.spins), func(i int) bool { return ps.events[ps.spins[i]].FirstBlock > first })
	to := sort.Search(len(ps.spins), func(i int) bool { return ps.events[ps.spins[i]].FirstBlock > ps.b })
	for again := true; again; {
		again = false
		for i := to - 1; i >= from; i-- {
			x := &ps.events[ps.spins[i]]
			if x.LastBlock >= ps.b || ps.reached(x.LastBlock) {
				continue
			}
			if ps.reached(x.FirstBlock) && ps.o.Before(first, x.FirstBlock) {
				ps.putNow(x.LastBlock, ruleR16)
				again = true
			}
		}
	}
}

// R17, loop end: reset(v) in E2, E2 direct to v, LB(E2) ≺ first(B), B ≠ RB(v)
// gives last(RB(v)) ≺ first(B). So RB(v) stands in for LB(E2) as predecessor
// of all blocks after it.

func (ps *pass) prepareLoopEnds() {
	if ps.rules != Exact {
		return
	}
	if ps.rep == nil {
		ps.rep = make([]BlockID, len(ps.blocks))
	}
	for i := range ps.rep {
		ps.rep[i] = NoBlock
	}
	for i := range ps.loops {
		if v := &ps.loops[i]; ps.direct[i] {
			ps.rep[ps.events[v.Resetter].LastBlock] = v.ResumeBlock
		}
	}
}

// standIn follows R17's substitution.
func (ps *pass) standIn(p BlockID, rule ruleID) (BlockID, ruleID) {
	if ps.rep == nil {
		return p, rule
	}
	for p < ps.b && ps.rep[p] >= 0 && ps.rep[p] != ps.b {
		if ps.rep[p] > ps.b { // the block at hand overtook the loop's end
			ps.o.dropped++
			v := ps.opens[ps.rep[p]].loop
			if n := len(ps.late); n == 0 || ps.late[n-1] != v {
				ps.late = append(ps.late, v)
			}
			return p, rule
		}
		p, rule = ps.rep[p], ruleR17
	}
	return p, rule
}

// lateLoopEnds does for the loops whose end was overtaken what the
// substitution cannot: a follower of the resetter came before RB(v), and its
// own followers after RB(v) owe it to the resetter. It reports whether it
// added something.
func (ps *pass) lateLoopEnds() bool {
	if len(ps.late) == 0 {
		return false
	}
	ps.settle()
	added := false
	for _, g := range ps.late {
		v := &ps.loops[g]
		if v.ResumeBlock < ps.b && !ps.reached(v.ResumeBlock) &&
			ps.reached(ps.events[v.Resetter].LastBlock) {
			ps.putNow(v.ResumeBlock, ruleR17)
			added = true
		}
	}
	return added
}
