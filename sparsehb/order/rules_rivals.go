package order

import "sparseracer/internal/trace"

// R23, rivals: several handlers reset v while it runs. R5 and R6 speak of none of
// them then, for in another schedule another one may end the loop, and what came
// too late or too early need not lie inside it. But one of them does:
//
//   - E2 starts after all others have started: pause(E1,v) ≺ deq(E2), unless it
//     stands in a volley behind others, who would have to come after it too (R21);
//   - E2 ends before any other starts: end(E2) ≺ resume(E1,v).
//
// Where other code resets v too, or a handler does so while v does not run, nothing
// is known. Not part of the paper's set, which takes the first reset that it sees.

// rivals returns the handlers of which one ends v, nil where it is a sole one or
// where others may.
func (sk *skeleton) rivals(v trace.GuardID) []trace.EventID {
	if r := &sk.resetters[v]; len(r.all) > 1 && !r.unknown {
		return r.all
	}
	return nil
}

// ruleR23Deq is its first half, for the block at hand, as far as that is joined.
// It reports whether it added something.
func (ps *pass) ruleR23Deq() bool {
	if ps.rules == Paper || ps.off.has(ruleR23) || ps.opens[ps.b].how != byDeq || ps.behindOthers(ps.b) {
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

// behindOthers reports whether a block stands in a volley, but not first.
func (sk *skeleton) behindOthers(b BlockID) bool {
	return sk.volleys != nil && b > 0 && sk.volleys[b-1] == sk.volleys[b]
}

// afterAll reports whether the block at hand follows the starts of all the events,
// or is one.
func (ps *pass) afterAll(events []trace.EventID) bool {
	for _, e := range events {
		if !ps.reached(ps.events[e].FirstBlock) {
			return false
		}
	}
	return true
}

// ruleR23Resume is its second half.
func (ps *pass) ruleR23Resume(v *Loop) {
	if ps.rules == Paper {
		return
	}
	all := ps.rivals(v.Guard)
	for _, e := range all {
		if last := ps.events[e].LastBlock; ps.beforeAll(last, e, all) {
			ps.put(last, ruleR23)
		}
	}
}

// beforeAll reports whether the last block of e precedes all of the other events.
func (ps *pass) beforeAll(last BlockID, e trace.EventID, all []trace.EventID) bool {
	for _, other := range all {
		if other != e && !ps.o.Before(last, ps.events[other].FirstBlock) {
			return false
		}
	}
	return true
}
