package sparsehb

import "sparseracer/internal/trace"

// Rules R15, R17 and R18 for loops that deliver what was queued when an
// iteration starts and look at their guard between iterations. R16 is the
// same as in exact loops.

// loopEnds is the pseudo-class of a frontier that holds the guards of direct
// loops whose resetter has ended, but not yet the loop (R17).
const loopEnds int32 = -2

// ruleR15Batch, first out: as in exact loops, but a higher priority counts
// only if E1 was enqueued before E2 or in one block with it, or if E2 resets v
// and E1 was enqueued in or before PB(v).
func (ps *pass) ruleR15Batch(e trace.EventID) {
	class := ps.about[e].class
	if class == noClass || ps.off.has(ruleR15) {
		return
	}
	for _, f := range ps.fifo[e] {
		ps.putAfter(f)
	}
	ps.fifo[e] = nil
	ps.putHigher(ps.frontsOf(ps.about[e].enq), class)
	for _, v := range ps.resets[e] {
		ps.putHigher(ps.frontsOf(ps.loops[v].PauseBlock), class)
	}
}

// ruleR17Batch, loop end: reset(v) in E2, E2 direct to v, LB(E2) ≼
// block(enq(E3)) gives last(RB(v)) ≺ deq(E3).
func (ps *pass) ruleR17Batch(e trace.EventID) {
	for _, f := range ps.frontsOf(ps.about[e].enq) {
		if f.class != loopEnds {
			continue
		}
		for _, v := range f.events {
			ps.put(ps.loops[v].ResumeBlock, ruleR17)
		}
	}
}

// ruleR18, batch mates: E2 posted, resets v. E3 posted, enqueued before E2, or
// in one block with it, or in or before PB(v) gives deq(E3) ≺ resume(E1,v).
func (ps *pass) ruleR18(v *Loop) {
	r := v.Resetter
	if r < 0 || ps.about[r].class == noClass || ps.off.has(ruleR18) {
		return
	}
	for _, b := range [2]BlockID{v.PauseBlock, ps.about[r].enq} {
		for _, f := range ps.frontsOf(b) {
			if f.class == loopEnds {
				continue
			}
			for _, e := range f.events {
				if e != v.Owner {
					ps.putMate(e)
				}
			}
		}
	}
	ps.settle()
}

// putMate puts FB(f), or what f stood for in its frontier if f runs later.
func (ps *pass) putMate(f trace.EventID) {
	if ps.seen[f] == ps.b {
		return
	}
	ps.seen[f] = ps.b
	if first := ps.events[f].FirstBlock; first < ps.b {
		ps.put(first, ruleR18)
		return
	}
	ps.o.dropped++
	for _, g := range ps.fifo[f] {
		ps.putMate(g)
	}
}
