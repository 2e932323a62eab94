package order

import (
	"math"
	"slices"

	"sparseracer/internal/trace"
)

var r33 = Rule{
	ID: "R33", Name: "posted before a deferred delete", Sets: InBatch, Kind: Theorem,
	Sentence: "What was posted before somebody asked for a deferred delete, with no lower priority, is delivered before that.",
	Limit:    "A delete that is flushed explicitly may come earlier.",
	HeldBy:   []string{"TestDeleteSchedules", "TestSchedulesCatchWrongRules"},
	prepare:  (*pass).prepareR33,
	begin:    func(ps *pass) { ps.deleting = 0 },
	queue:    (*pass).ruleR33,
}

// R33, posted before a deferred delete: E posted, D deferred and not flushed, enq(E) ≺ enq(D),
// prio(E) ≥ prio(D) ⇒ FB(E) ≺ FB(D). The delete stands behind E in the queue. A batch goes
// through that from the front, those of nested loops go on where it was, and a delete that may
// not come yet goes to the end: it never passes E.

// prepareR33 lists the deletes, and of which classes of priorities the posts are that they wait for.
func (ps *pass) prepareR33() bool {
	ps.deletesInTurn = ps.deletes()
	if len(ps.deletesInTurn) == 0 || len(ps.posts) == 0 {
		ps.deletesInTurn = nil
		return false
	}
	priorities := make([]int32, ps.priorities) // by class; of one that nothing here has, the least
	for i := range priorities {
		priorities[i] = math.MinInt32
	}
	for _, e := range ps.posts {
		if c := ps.about[e].priority; c != noPriority {
			priorities[c] = ps.events[e].Prio
		}
	}
	ps.leastAhead = make(map[int32]int32, 1)
	for _, d := range ps.deletesInTurn {
		own := ps.events[d].Prio
		if _, known := ps.leastAhead[own]; !known {
			least := slices.IndexFunc(priorities, func(p int32) bool { return p >= own })
			if least < 0 {
				least = len(priorities)
			}
			ps.leastAhead[own] = int32(least)
		}
	}
	return true
}

// deletesBefore notes, for the deletes that the block at hand asks for before one of its
// operations, the frontier there, but for events of lower priority.
func (ps *pass) deletesBefore(fs []front, op uint64) {
	for ; ps.deleting < len(ps.deletesInTurn); ps.deleting++ {
		d := ps.deletesInTurn[ps.deleting]
		if at := ps.about[d].enq; at > ps.b || at == ps.b && ps.events[d].Enq > op {
			return
		}
		if ps.exhausted() {
			continue
		}
		var ahead []trace.EventID
		for i := range fs {
			if fs[i].priority >= ps.leastAhead[ps.events[d].Prio] {
				ahead = append(ahead, fs[i].events...)
				ps.tally(len(fs[i].events))
			}
		}
		ps.tally(stepsToKeep * len(ahead))
		ps.fifo.set(d, ahead)
	}
}

func (ps *pass) ruleR33(d trace.EventID) {
	if ps.events[d].Kind != trace.Deferred {
		return
	}
	for _, e := range ps.fifo.ahead(d) {
		ps.putStood(e)
	}
	ps.settle()
	ps.fifo.done(d)
}

// putStood puts FB(e), or what e stood for in its frontier if e runs later.
func (ps *pass) putStood(e trace.EventID) {
	defer ps.up()
	if ps.tooDeep() || ps.seen[e] == ps.b {
		return
	}
	ps.seen[e] = ps.b
	first := ps.events[e].FirstBlock
	if first < ps.b {
		ps.put(first, ruleR33)
		return
	}
	ps.backward(first, ruleR33)
	ps.overtaken = ps.overtaken || ps.stands[e]
	for _, f := range ps.fifo.ahead(e) {
		ps.putStood(f)
	}
}
