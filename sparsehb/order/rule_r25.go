package order

import "sparseracer/internal/trace"

var r25 = Rule{
	ID: "R25", Name: "the first batch", Sets: InBatch, Kind: Theorem,
	Sentence: "What is posted by an event of the same batch as the resetter of a loop comes after the loop.",
	HeldBy:   []string{"TestEverySchedule", "TestSchedulesCatchWrongRules"},
	prepare:  (*pass).hasLoops,
	front:    (*pass).addMates,
}

// R25, the first batch: E2 posted, spins no loop, resets v and is direct to it; X
// posted; E3 posted, FB(X) ≼ block(enq(E3)); and X comes with E2, no later batch
// being begun before v has ended:
//
//   - X stands in E2's burst, or in its lane and round (R22), or
//   - v delivers X, PB(v) ≺ FB(X), E2 resets no other loop, and block(enq(E2)) ≼
//     PB(v): the first batch that v begins has E2 in it.
//
// Then last(RB(v)) ≺ deq(E3). So v is a loop end (R17) not only of E2, but of X too.

// addMates adds the loop ends that the posted event at hand has by R25.
func (ps *pass) addMates(fs []front) []front {
	x := ps.blocks[ps.b].Event
	if x < 0 || ps.about[x].priority == noPriority || ps.events[x].FirstBlock != ps.b {
		return fs
	}
	if g := ps.events[x].Within; g >= 0 {
		v := &ps.loops[g]
		if r := ps.sole(v); r >= 0 && len(ps.ends[r]) == 1 && ps.endsAtOnce(g, r) && ps.reachedEnd(v.PauseBlock) {
			if q := ps.about[r].enq; q >= 0 && ps.o.AtOrBefore(q, v.PauseBlock) {
				fs = ps.addFirst(fs, loopEnds, trace.EventID(g))
			}
		}
	}
	if !ps.behindOthers(ps.b) { // the first of a burst stands for all
		for y := ps.b; y <= ps.bursts[ps.b]; y++ {
			ps.tally(1)
			fs = ps.addEnds(fs, ps.blocks[y].Event)
		}
	}
	if ps.lanes != nil && !ps.off.has(ruleR22) {
		for _, g := range ps.lanes.ends[x] { // likewise the first of a round
			fs = ps.addEnds(fs, ps.sole(&ps.loops[g]))
		}
	}
	return fs
}

// addEnds adds the loops that r ends at once.
func (ps *pass) addEnds(fs []front, r trace.EventID) []front {
	for _, g := range ps.ends[r] {
		if ps.endsAtOnce(g, r) {
			fs = ps.addFirst(fs, loopEnds, trace.EventID(g))
		}
	}
	return fs
}

func (ps *pass) endsAtOnce(g trace.LoopID, r trace.EventID) bool {
	return ps.direct[g] && !ps.about[r].multi && ps.about[r].priority != noPriority
}
