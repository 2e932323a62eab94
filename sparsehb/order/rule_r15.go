package order

import "sparseracer/internal/trace"

var r15 = Rule{
	ID: "R15", Name: "first out", Sets: InExact | InBatch, Kind: Theorem,
	Sentence: "Of two posted events, the one that was queued first leaves first, unless the other has a higher priority; a higher priority goes first if both wait at the same time.",
	HeldBy:   []string{"TestEverySchedule", "TestSchedulesCatchWrongRules"},
	queue:    (*pass).ruleR15,
}

// ruleR15 puts what leaves the queue before event e.
func (ps *pass) ruleR15(e trace.EventID) {
	if ps.rules == Exact {
		ps.ruleR15Exact(e)
	} else {
		ps.ruleR15Batch(e)
	}
}

// ruleR15Exact, first out: E1 leaves the queue before E2, both posted, if
// prio(E1) = prio(E2) and enq(E1) ≺ enq(E2), or prio(E1) > prio(E2) and
// enq(E1) ≺ deq(E2). A predecessor found so brings its own past with it, hence
// the worklist: kept grows while it is walked.
func (ps *pass) ruleR15Exact(e trace.EventID) {
	priority := ps.about[e].priority
	if priority == noPriority {
		return
	}
	for _, f := range ps.fifo.ahead(e) {
		ps.putAfter(f)
	}
	ps.settle()
	ps.putHigher(ps.base, priority)
	for i := 0; i < len(ps.kept); i++ {
		ps.putHigher(ps.kept[i], priority)
	}
	ps.fifo.done(e)
}

// putHigher puts the events of higher priorities in the frontier of a block.
func (ps *pass) putHigher(b BlockID, priority int32) {
	for p, events := range ps.fronts.at(b) {
		if p <= priority {
			continue
		}
		ps.work += uint64(len(events))
		for _, f := range events {
			ps.putAfter(f)
		}
	}
	ps.settle()
}

// ruleR15Batch, first out: as in exact loops, but a higher priority counts
// only if no iteration can start between the two enqueues: they are in one
// block, or in blocks of one burst. And R20, rounds: what x waits for
// has the older events in it, see addOlder.
func (ps *pass) ruleR15Batch(e trace.EventID) {
	priority := ps.about[e].priority
	if priority == noPriority {
		return
	}
	for _, f := range ps.fifo.ahead(e) {
		ps.putAfter(f)
	}
	ps.settle()
	ps.fifo.done(e)
	if q := ps.since(e); q >= 0 {
		ps.putHigher(ps.bursts[q], priority)
		if !ps.off.has(ruleR27) {
			ps.ruleR27(ps.bursts[q], priority)
		}
	}
}
