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
func olderPriority(priority int32) int32 { return -5 - priority }

func isOlder(priority int32) bool { return priority <= olderPriority(0) }

// addOlder makes all that was queued with the event that starts here older.
func (ps *pass) addOlder(fs []front) []front {
	e := ps.blocks[ps.b].Event
	if ps.opens[ps.b].how != byDeq || e < 0 || ps.about[e].priority == noPriority {
		return fs
	}
	add := ps.adding[:0]
	best := trace.NoEvent
	for priority, older := range ps.fronts.at(ps.since(e)) {
		ps.tally(1 + len(older))
		if priority < 0 {
			continue
		}
		if older, best = ps.notInLaneWith(e, older, best); len(older) > 0 {
			add = append(add, front{priority: olderPriority(priority), events: older})
		}
	}
	slices.Reverse(add) // older priorities count downward
	ps.adding = add
	if best >= 0 {
		ps.stands[best] = true
		fs = ps.standFor(fs, best)
	}
	if add = ps.prune(add); len(add) == 0 {
		return fs
	}
	ps.united = ps.union([]part{{NoBlock, fs}, {NoBlock, add}}, ps.united[:0])
	ps.working, ps.united = ps.united, ps.working
	return ps.working
}

// standFor makes e an older member, in place of those of its lane that it follows.
func (ps *pass) standFor(fs []front, e trace.EventID) []front {
	out := fs[:0]
	for _, f := range fs {
		ps.tally(len(f.events))
		gone := func(x trace.EventID) bool { return ps.oneLane(x, e) && (x == e || ps.lanes.inLane(ps.skeleton, x, e)) }
		if isOlder(f.priority) && slices.ContainsFunc(f.events, gone) {
			f = front{priority: f.priority, events: slices.DeleteFunc(append(ps.newList(len(f.events)), f.events...), gone)}
		}
		if len(f.events) > 0 {
			out = append(out, f)
		}
	}
	if ps.passed(olderPriority(ps.about[e].priority), e) {
		return out
	}
	return ps.addFirst(out, olderPriority(ps.about[e].priority), e)
}

// older adds to what x waits for; but not those of its lane, which it follows anyway. The
// list is good until the next call.
func (ps *pass) older(fs []front, x trace.EventID, events []trace.EventID) []trace.EventID {
	if len(fs) == 0 || !isOlder(fs[0].priority) {
		return events
	}
	ps.ahead = append(ps.ahead[:0], events...)
	for i := 0; i < len(fs) && isOlder(fs[i].priority); i++ {
		ps.work += uint64(len(fs[i].events))
		for _, f := range fs[i].events {
			if !ps.oneLane(f, x) {
				ps.ahead = append(ps.ahead, f)
			}
		}
	}
	return ps.ahead
}

// olderBelow collects the older members of all blocks so far.
func (ps *pass) olderBelow() []front {
	var out []front
	for b := range ps.b {
		ps.tally(1)
		if ps.exhausted() {
			break
		}
		var olds []front
		for priority, events := range ps.fronts.at(b) {
			if isOlder(priority) {
				olds = append(olds, front{priority: priority, events: events})
			}
		}
		if len(olds) > 0 {
			out = ps.union([]part{{NoBlock, out}, {NoBlock, olds}}, nil)
		}
	}
	return out
}
