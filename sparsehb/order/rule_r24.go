package order

import "sparseracer/internal/trace"

var r24 = Rule{
	ID: "R24", Name: "nobody in between", Sets: InBatch, Kind: Theorem,
	Sentence: "Where nobody interrupts a batch, an event of higher priority that was delivered later was posted later.",
	HeldBy:   []string{"TestEverySchedule", "TestSchedulesCatchWrongRules"},
	prepare: func(ps *pass) bool {
		ps.calm = make([]bool, len(ps.loops))
		return len(ps.loops) > 0
	},
	next: (*pass).findCalm,
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
			ps.calm[v.ID], found = true, true
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
	if e1 < 0 || e2 < 0 || ps.calm[v.ID] {
		return false
	}
	c1, c2, at := ps.about[e1].priority, ps.about[e2].priority, ps.about[e2].enq
	return c1 != noPriority && c2 > c1 && at >= 0 && ps.blocks[at].Event >= 0 && !ps.standsInQueue(ps.blocks[at].Event)
}

// standsInQueue: posted or a deferred delete.
func (sk *skeleton) standsInQueue(e trace.EventID) bool {
	return sk.events[e].Kind == trace.Posted || sk.events[e].Kind == trace.Deferred
}
