package order

import "sparseracer/internal/trace"

var rd = Rule{
	ID: "RD", Name: "deferred deletes wait for their poster", Sets: InExact | InBatch, Kind: Theorem,
	Sentence: "A deferred delete waits until control is back in the loop that delivered the handler which asked for it.",
	Limit:    "A delete that is flushed explicitly may come earlier; the conclusion then points backward and is dropped.",
	HeldBy:   []string{"TestEverySchedule", "TestSchedulesCatchWrongRules"},
	deq:      (*pass).ruleRD,
}

// ruleRD: a deferred delete D enqueued by the handler of E at a loop level
// above 0 runs only when control is back in the loop that delivered E: end(E)
// ≺ deq(D). So D cannot run inside a loop that E spins, before or after the
// enq. Level 0 is code that runs before any loop does; its deferred deletes
// run in whatever loop comes first, nested ones too. Not part of the paper's
// set, where deferred deletes have R4 only. An explicit flush can break it:
// then it points backward and is dropped.
func (ps *pass) ruleRD(d trace.EventID) {
	e := &ps.events[d]
	if e.Kind != trace.Deferred || e.Level <= 0 || e.Poster < 0 {
		return
	}
	if poster := &ps.events[e.Poster]; poster.End != NoOp {
		ps.put(poster.LastBlock, ruleRD)
	} else {
		ps.o.dropped++
	}
}
