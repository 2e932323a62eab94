package order

import (
	"slices"

	"sparseracer/internal/trace"
)

// R17, loop end: reset(v) in E2, E2 direct to v, LB(E2) ≺ first(B), B opens
// after no loop that E2 reset: gives last(RB(v)) ≺ first(B). So RB(v) stands in
// for LB(E2) as predecessor of all blocks after it; several do, where E2 ends
// several loops. That of a loop which a person may have left before does not (R6), for E2
// may come after it: such an end is a predecessor besides.

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
	ps.several, ps.besides = map[BlockID][]BlockID{}, map[BlockID][]BlockID{}
	for e := range ps.ends {
		ps.prepareEnds(ps.events[e].LastBlock, ps.ends[e])
	}
}

// prepareEnds does it for the loops that end after the block last.
func (ps *pass) prepareEnds(last BlockID, loops []trace.LoopID) {
	var ends []BlockID
	for _, v := range loops {
		if ps.direct[v] {
			ends = append(ends, ps.loops[v].ResumeBlock)
		}
	}
	if len(ends) == 0 {
		return
	}
	slices.Sort(ends)
	if slices.ContainsFunc(loops, func(v trace.LoopID) bool { return ps.left[v] }) {
		ps.besides[last] = ends
	} else {
		ps.rep[last] = ends[0]
	}
	if len(loops) == 1 {
		return
	}
	for _, v := range loops { // these follow last without what stands in for it
		if p := ps.loops[v].ResumeBlock; p >= 0 && !ps.left[v] {
			ps.several[p] = ends
		}
	}
}

// standIns calls put for what stands in for p as a predecessor of the block at
// hand, p itself if nothing does.
func (ps *pass) standIns(p BlockID, rule ruleID, put func(*pass, BlockID, ruleID)) {
	if ps.rep == nil || p >= ps.b {
		put(ps, p, rule)
		return
	}
	defer ps.up()
	if ps.tooDeep() {
		put(ps, p, rule)
		return
	}
	if ends := ps.several[p]; ends != nil && !ps.endedBy(ps.sole(&ps.loops[ps.opens[p].of])) {
		for _, q := range ends {
			ps.tally(1)
			if q >= ps.b {
				ps.overtake(q)
			} else if q != p {
				ps.standIn(q, ruleR17, put)
			}
		}
	}
	ps.standIn(p, rule, put)
}

// standIn is standIns for one of the ends of several loops.
func (ps *pass) standIn(p BlockID, rule ruleID, put func(*pass, BlockID, ruleID)) {
	if ends := ps.besides[p]; ends != nil && !ps.endedBy(ps.blocks[p].Event) {
		for _, q := range ends {
			ps.tally(1)
			if q >= ps.b {
				ps.overtake(q)
			} else {
				ps.standIns(q, ruleR17, put)
			}
		}
	}
	switch q := ps.rep[p]; {
	case q < 0 || ps.endedBy(ps.blocks[p].Event):
		put(ps, p, rule)
	case q >= ps.b:
		ps.overtake(q)
		for _, end := range ps.several[q] {
			ps.tally(1)
			ps.overtake(end)
		}
		put(ps, p, rule)
	default:
		ps.standIns(q, ruleR17, put)
	}
}

// overtake notes that the block at hand came before the end of a loop that it
// should follow.
func (ps *pass) overtake(resume BlockID) {
	ps.o.dropped++
	v := ps.opens[resume].loop()
	if !ps.isLate.Has(int(v)) {
		ps.isLate.Put(int(v), true)
		ps.late = append(ps.late, v)
	}
}

// endedBy reports whether the block at hand follows a loop that e ended.
func (ps *pass) endedBy(e trace.EventID) bool {
	o := &ps.opens[ps.b]
	return o.how == byResume && e >= 0 && ps.sole(&ps.loops[o.of]) == e
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
		ps.tally(1)
		v := &ps.loops[g]
		if r := ps.sole(v); v.ResumeBlock < ps.b && !ps.endedBy(r) && !ps.reached(v.ResumeBlock) &&
			ps.reached(ps.events[r].LastBlock) {
			ps.putNow(v.ResumeBlock, ruleR17)
			added = true
		}
	}
	return added
}
