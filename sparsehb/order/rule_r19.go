package order

import "sparseracer/internal/trace"

var r19 = Rule{
	ID: "R19", Name: "the later poster", Sets: InExact | InBatch, Kind: Theorem,
	Sentence: "An event that left the queue first, and has no higher priority than the next, was queued first.",
	Limit:    "For each event, the 32 posted ones that were delivered last before it are looked at.",
	HeldBy:   []string{"TestEverySchedule", "TestSchedulesCatchWrongRules"},
	prepare:  (*pass).prepareR19,
	back:     (*pass).findBackR19,
}

// R19, the later poster: FB(E1) ≺ FB(E2), both posted. Had E2 been queued first
// with at least E1's priority, it would have left first: block(enq(E1)) ≺
// block(enq(E2)). And if its priority is higher and the loops are exact, it was
// not even queued when E1 left: FB(E1) ≼ block(enq(E2)).

// prepareR19 lists what is known from the start, by the block that enqueues E2:
// E1 spins v, E2 resets it.
func (ps *pass) prepareR19() bool {
	for i := range ps.loops {
		e1, e2 := ps.loops[i].Owner, ps.sole(&ps.loops[i])
		if e1 < 0 || e2 < 0 || ps.about[e1].priority == noPriority || ps.about[e2].priority == noPriority {
			continue
		}
		at, higher := ps.about[e2].enq, ps.about[e2].priority-ps.about[e1].priority
		if at < 0 || higher < 0 {
			continue
		}
		from := []BlockID{ps.about[e1].enq}
		if higher > 0 && ps.rules == Exact {
			from = append(from, ps.events[e1].FirstBlock)
		}
		for _, p := range from {
			if p >= 0 && p != at {
				ps.earlier[at] = append(ps.earlier[at], Edge{p, ruleR19})
			}
		}
	}
	return true
}

// findBackR19 reports whether there is something new.
func (ps *pass) findBackR19() bool {
	if ps.queue == nil {
		ps.queue, ps.against = ps.postedByFirst(), make([]bool, len(ps.events))
	}
	found := false
	for i, e2 := range ps.queue {
		if ps.about[e2].enq >= 0 && ps.unusual(e2) {
			found = ps.lookBack(i, e2) || found
		}
	}
	return found
}

// unusual reports whether something precedes FB(E2) but what precedes its enqueue, or
// an event of at least its priority that was posted before: those bring R19 with them,
// but for events that the trace has against the rule.
func (ps *pass) unusual(e2 trace.EventID) bool {
	first, at, o := ps.events[e2].FirstBlock, ps.about[e2].enq, ps.o
	if o.base(first) > at || o.floor[first] > at+1 || ps.starts != nil && ps.starts[at] != at {
		return true // the last: what comes before the poster comes before its burst too (R21)
	}
	for e := range o.Edges(first) {
		if e.From == at {
			continue
		}
		f := ps.blocks[e.From].Event
		if e.rule == ruleR15 && ps.rules == Exact && !ps.against[f] {
			continue // of a higher priority: where its enqueue comes from, the same is asked
		}
		if f >= 0 && !ps.against[f] && ps.about[f].priority >= ps.about[e2].priority && ps.about[f].enq >= 0 && ps.events[f].FirstBlock == e.From &&
			(ps.about[f].enq == at || o.Before(ps.about[f].enq, at)) {
			continue
		}
		if !o.AtOrBefore(e.From, at) {
			return true
		}
	}
	return false
}

// lookBack is R19 for E2, the posted event at place i.
func (ps *pass) lookBack(i int, e2 trace.EventID) bool {
	found := false
	at := ps.about[e2].enq
	for j := i - 1; j >= max(0, i-fewBack); j-- {
		ps.tally(1)
		e1 := ps.queue[j]
		first, higher := ps.events[e1].FirstBlock, ps.about[e2].priority-ps.about[e1].priority
		if higher < 0 || !ps.o.Before(first, ps.events[e2].FirstBlock) {
			continue
		}
		p := ps.about[e1].enq
		if higher > 0 && ps.rules == Exact {
			if ps.against[e2] = ps.against[e2] || first > at; first <= at {
				p = first
			}
		}
		ps.against[e2] = ps.against[e2] || p > at
		if p >= 0 && p < at && !ps.known(p, at) {
			ps.earlier[at] = append(ps.earlier[at], Edge{p, ruleR19})
			found = true
		}
	}
	return found
}

func (sk *skeleton) postedByFirst() []trace.EventID {
	list := []trace.EventID{}
	for b := range sk.blocks {
		if e := sk.blocks[b].Event; e >= 0 && sk.opens[b].how == byDeq && sk.about[e].priority != noPriority {
			list = append(list, e)
		}
	}
	return list
}
