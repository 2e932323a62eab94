package order

import "sparseracer/internal/trace"

var r22 = Rule{
	ID: "R22", Name: "lanes", Sets: InBatch, Kind: Theorem,
	Sentence: "If nothing that stood in the queue spins a loop, the posted descendants of a block are delivered by round, priority and order of posts.",
	Limit:    "A block whose descendants came in another order has no lane.",
	HeldBy:   []string{"TestEverySchedule", "TestSchedulesCatchWrongRules"},
	prepare:  func(ps *pass) bool { return ps.lanes != nil },
	deq:      (*pass).ruleR22,
}

// ruleR22: the event before E in its lane; and what the events of E's
// round come after by R5, if E is the first of it, for no event of the
// environment can come in between.
func (ps *pass) ruleR22(e trace.EventID) {
	l := ps.lanes
	if p := l.prev[e]; p >= 0 {
		ps.put(ps.events[p].FirstBlock, ruleR22)
	}
	for _, v := range l.ends[e] {
		if p := ps.loops[v].PauseBlock; p < ps.b {
			ps.put(p, ruleR22)
		}
	}
}
