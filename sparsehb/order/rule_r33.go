package order

import (
	"cmp"
	"slices"

	"sparseracer/internal/trace"
)

var r33 = Rule{
	ID: "R33", Name: "posted before a deferred delete", Sets: InBatch, Kind: Theorem,
	Sentence: "What was posted before somebody asked for a deferred delete, with no lower priority, is delivered before that.",
	Limit:    "A delete that is flushed explicitly may come earlier.",
	HeldBy:   []string{"TestDeleteSchedules", "TestQueuedDeleteSchedules", "TestSchedulesCatchWrongRules"},
	prepare:  (*pass).prepareR33,
	begin:    func(ps *pass) { ps.deleting = 0 },
	queue:    (*pass).ruleR33,
}

// R33, posted before a deferred delete: E posted, D deferred and not flushed, enq(E) ≺ enq(D),
// prio(E) ≥ prio(D) ⇒ FB(E) ≺ FB(D). The delete stands behind E in the queue. A batch goes
// through that from the front, those of nested loops go on where it was, and a delete that may
// not come yet goes to the end: it never passes E. What a thread asked for waits for what was
// posted before what led the thread to it (RB, RJ), and for the thread's own posts (RK).

// prepareR33 lists the deletes in the order of what asked for them.
func (ps *pass) prepareR33() bool {
	ps.deletesInTurn = slices.DeleteFunc(ps.queuedDeletes(), func(d trace.EventID) bool { return ps.askedBy(d).block < 0 })
	slices.SortStableFunc(ps.deletesInTurn, func(a, b trace.EventID) int { return cmp.Compare(ps.askedBy(a).op, ps.askedBy(b).op) })
	return len(ps.deletesInTurn) > 0 && len(ps.priorities) > 0
}

// queuedDeletes are the deferred deletes that a handler or a thread asked for and that came in
// their turn, in the order of their posts.
func (sk *skeleton) queuedDeletes() (list []trace.EventID) {
	for i := range sk.events {
		e := &sk.events[i]
		if e.Kind == trace.Deferred && e.FirstBlock >= 0 && !sk.about[i].flush && (sk.about[i].enq >= 0 || sk.isForeign(e)) {
			list = append(list, e.ID)
		}
	}
	slices.SortFunc(list, func(a, b trace.EventID) int { return cmp.Compare(sk.events[a].Enq, sk.events[b].Enq) })
	return list
}

// isForeign: another thread enqueued it.
func (sk *skeleton) isForeign(e *Event) bool { return e.Enq != NoOp && e.From != sk.main }

// askedBy is the operation that asked for a delete, or led a thread to ask.
func (ps *pass) askedBy(d trace.EventID) sincePoint {
	if q := ps.about[d].enq; q >= 0 {
		return sincePoint{q, ps.events[d].Enq}
	}
	return ps.sinceOf(d)
}

// leastAhead is the least class of priorities that a delete waits for.
func (sk *skeleton) leastAhead(d trace.EventID) int32 {
	least, _ := slices.BinarySearch(sk.priorities, sk.events[d].Prio)
	return int32(least)
}

// deletesBefore notes, for the deletes that were asked for before an operation of the block at
// hand, the frontier there, but for events of lower priority.
func (ps *pass) deletesBefore(fs []front, op uint64) {
	for ; ps.deleting < len(ps.deletesInTurn); ps.deleting++ {
		d := ps.deletesInTurn[ps.deleting]
		if at := ps.askedBy(d); at.block > ps.b || at.block == ps.b && at.op > op {
			return
		}
		if ps.exhausted() {
			continue
		}
		ahead := ps.from(fs, ps.leastAhead(d))
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
