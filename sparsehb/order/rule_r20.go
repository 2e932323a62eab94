package order

import (
	"slices"

	"sparseracer/internal/trace"
)

var r20 = Rule{
	ID: "R20", Name: "an older batch", Sets: InBatch, Kind: Theorem,
	Sentence: "What was queued no later than an event that has been delivered comes before what is queued from then on.",
	HeldBy:   []string{"TestEverySchedule", "TestSchedulesCatchWrongRules"},
	older:    (*pass).addOlder,
}

// R20, rounds: F posted, block(enq(E1)) ≼ block(enq(F)) and FB(F) ≼
// block(enq(E2)) give FB(E1) ≺ FB(E2), whatever their priorities: the batch
// that delivers F has E1 in it, if E1 is not gone yet, and E2 comes too late
// for it. A priority has its older members, those that were queued together with
// an event delivered since, in a frontier of their own.

// olderPriority is the pseudo-priority of the older members of a priority.
func olderPriority(priority int32) int32 { return -4 - priority }

func isOlder(priority int32) bool { return priority <= olderPriority(0) }

// addOlder makes all that was queued with the event that starts here older.
func (ps *pass) addOlder(fs []front) []front {
	e := ps.blocks[ps.b].Event
	if ps.opens[ps.b].how != byDeq || e < 0 || ps.about[e].priority == noPriority {
		return fs
	}
	var add []front
	best := trace.NoEvent
	for _, f := range ps.frontsOf(ps.about[e].enq) {
		if f.priority < 0 {
			continue
		}
		older := f.events
		if older, best = ps.notInLaneWith(e, older, best); len(older) > 0 {
			add = append(add, front{olderPriority(f.priority), older})
		}
	}
	if best >= 0 {
		ps.stands[best] = true
		fs = ps.standFor(fs, best)
	}
	if add = ps.prune(add); len(add) == 0 {
		return fs
	}
	return ps.union([]part{{NoBlock, fs}, {NoBlock, add}})
}

// standFor makes e an older member, in place of those of its lane that it follows.
func (ps *pass) standFor(fs []front, e trace.EventID) []front {
	out := make([]front, 0, len(fs)+1)
	for i, f := range fs {
		if !isOlder(f.priority) {
			out = append(out, fs[i:]...)
			break
		}
		gone := func(x trace.EventID) bool { return ps.oneLane(x, e) && (x == e || ps.lanes.inLane(ps.skeleton, x, e)) }
		if slices.ContainsFunc(f.events, gone) {
			f.events = slices.DeleteFunc(slices.Clone(f.events), gone)
		}
		if len(f.events) > 0 {
			out = append(out, f)
		}
	}
	if ps.passed(olderPriority(ps.about[e].priority), e) {
		return out
	}
	return addFirst(out, olderPriority(ps.about[e].priority), e)
}

// older adds to what x waits for; but not those of its lane, which it follows anyway.
func (ps *pass) older(fs []front, x trace.EventID, events []trace.EventID) []trace.EventID {
	shared := true
	for i := 0; i < len(fs) && isOlder(fs[i].priority); i++ {
		for _, f := range fs[i].events {
			if ps.oneLane(f, x) {
				continue
			}
			if shared {
				events, shared = append([]trace.EventID(nil), events...), false
			}
			events = append(events, f)
		}
	}
	return events
}

// olderBelow collects the older members of all blocks so far.
func (ps *pass) olderBelow() []front {
	var out []front
	for _, fs := range ps.fronts[:ps.b] {
		var olds []front
		for _, f := range fs {
			if isOlder(f.priority) {
				olds = append(olds, f)
			}
		}
		if len(olds) > 0 {
			out = ps.union([]part{{NoBlock, out}, {NoBlock, olds}})
		}
	}
	return out
}
