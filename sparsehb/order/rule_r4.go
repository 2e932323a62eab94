package order

import "sparseracer/internal/trace"

var r4 = Rule{
	ID: "R4", Name: "enqueued before delivered", Sets: InPaper | InExact | InBatch, Kind: Theorem,
	Sentence: "An event is delivered after the block that enqueued it: the loop's thread is busy with that block until then.",
	HeldBy:   []string{"TestEverySchedule", "TestSchedulesCatchWrongRules"},
	deq:      (*pass).ruleR4,
}

// ruleR4: last(block of enq(E)) ≺ deq(E).
func (ps *pass) ruleR4(e trace.EventID) {
	if q := ps.about[e].enq; q >= 0 {
		ps.put(ps.runsTo(q), ruleR4)
	}
}
