package order

import "sparseracer/internal/trace"

var r5 = Rule{
	ID: "R5", Name: "a loop starts before the handler that ends it", Sets: InPaper | InExact | InBatch, Kind: Theorem,
	Sentence: "Only a running loop can be ended, so the pause comes before the delivery of the event that resets the loop in every schedule.",
	Limit:    "Says nothing of a loop that several handlers reset (R23).",
	HeldBy:   []string{"TestEverySchedule", "TestSchedulesCatchWrongRules"},
	prepare:  (*pass).hasLoops,
	deq:      (*pass).ruleR5,
}

// ruleR5: pause(E1,v) ≺ deq(E2), where E2 resets v.
func (ps *pass) ruleR5(e trace.EventID) {
	ends := ps.ends[e]
	if ps.rules == Paper {
		ends = ps.resets[e]
	}
	for _, v := range ends {
		ps.put(ps.loops[v].PauseBlock, ruleR5)
	}
}
