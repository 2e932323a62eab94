package order

import (
	"slices"

	"sparseracer/internal/trace"
)

var r23 = Rule{
	ID: "R23", Name: "several handlers reset one loop", Sets: InExact | InBatch, Kind: Theorem,
	Sentence: "One of them ends the loop: the last that can start does so inside it, and the first that must end comes before its end.",
	Limit:    "A handler that would end the loop but never ran while it was open is not seen.",
	HeldBy:   []string{"TestRivalSchedules", "TestSchedulesCatchWrongRules"},
	prepare:  func(ps *pass) bool { return len(ps.contested) > 0 },
	resume:   (*pass).ruleR23Resume,
	again:    (*pass).ruleR23Deq,
}

// ruleR23Deq is its first half, for the block at hand, as far as that is joined.
// It reports whether it added something.
func (ps *pass) ruleR23Deq() bool {
	if ps.opens[ps.b].how != byDeq || ps.behindOthers(ps.b) {
		return false
	}
	added := false
	e := ps.blocks[ps.b].Event
	for _, v := range ps.contested[e] {
		pause := ps.loops[v].PauseBlock
		if !ps.reached(pause) && ps.afterAll(ps.rivals(v)) {
			ps.putNow(pause, ruleR23)
			added = true
		}
	}
	return added
}

// afterAll reports whether the block at hand follows the starts of all the events,
// or is one.
func (ps *pass) afterAll(events []trace.EventID) bool {
	for _, e := range slices.Backward(events) { // the latest is the least likely
		ps.tally(1)
		if !ps.reached(ps.events[e].FirstBlock) {
			return false
		}
	}
	return true
}

// ruleR23Resume is its second half.
func (ps *pass) ruleR23Resume(v *Loop) {
	all := ps.rivals(v.ID)
	for _, e := range all {
		if last := ps.events[e].LastBlock; !ps.exhausted() && ps.beforeAll(last, e, all) {
			ps.put(last, ruleR23)
		}
	}
}

// beforeAll reports whether the last block of e precedes all of the other events.
func (ps *pass) beforeAll(last BlockID, e trace.EventID, all []trace.EventID) bool {
	for _, other := range all {
		ps.tally(1)
		if other != e && !ps.o.Before(last, ps.events[other].FirstBlock) {
			return false
		}
	}
	return true
}
