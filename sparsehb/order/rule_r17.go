package order

import "sparseracer/internal/trace"

var r17 = Rule{
	ID: "R17", Name: "the end of a loop", Sets: InExact | InBatch, Kind: Theorem,
	Sentence: "After the handler that resets a loop, the loop ends before other things happen, if nothing else can still run inside it.",
	HeldBy:   []string{"TestEverySchedule", "TestSchedulesCatchWrongRules"},
	prepare:  (*pass).hasLoops,
	begin:    (*pass).prepareLoopEnds,
	queue:    (*pass).ruleR17,
	front:    (*pass).addLoopEnds,
	again:    (*pass).lateLoopEnds,
	next:     (*pass).findDirect,
}

// In exact loops the end of a loop stands in for its resetter (standins.go); in batch
// loops it is a member of the frontiers of who comes after the resetter.

// loopEnds is the pseudo-priority of a frontier that holds the direct
// loops whose resetter has ended, but not yet the loop (R17).
const loopEnds int32 = -2

// ruleR17, loop end, for batch loops: reset(v) in E2, E2 direct to v, LB(E2) ≼
// block(enq(E3)), E3 posted, gives last(RB(v)) ≺ deq(E3).
func (ps *pass) ruleR17(e trace.EventID) {
	if !ps.rules.Batches() || ps.about[e].priority == noPriority {
		return
	}
	q := ps.since(e)
	for priority, ends := range ps.fronts.at(q) {
		if priority != loopEnds {
			continue
		}
		ps.work += uint64(len(ends))
		for _, v := range ends {
			rule := ruleR17
			if r := ps.sole(&ps.loops[v]); !ps.o.AtOrBefore(ps.events[r].LastBlock, q) {
				rule = ruleR25
			}
			ps.put(ps.loops[v].ResumeBlock, rule)
		}
	}
}

// addLoopEnds puts in the direct loops whose resetter ends with this block.
func (ps *pass) addLoopEnds(fs []front) []front {
	e := ps.blocks[ps.b].Event
	if !ps.rules.Batches() || e < 0 || len(ps.ends[e]) == 0 || ps.events[e].LastBlock != ps.b {
		return fs
	}
	for _, v := range ps.ends[e] {
		if !ps.direct[v] {
			continue
		}
		fs = ps.addFirst(fs, loopEnds, trace.EventID(v))
	}
	return fs
}
