package order

import "sparseracer/internal/trace"

var r28 = Rule{
	ID: "R28", Name: "from an empty queue", Sets: InBatch, Kind: Theorem,
	Sentence: "No batch is under way when a loop starts that nothing in the queue can be around: what waits then is sorted by priority.",
	HeldBy:   []string{"TestEverySchedule", "TestSchedulesCatchWrongRules"},
	prepare: func(ps *pass) bool {
		ps.quiet = make([]bool, len(ps.loops))
		return len(ps.loops) > 0
	},
	queue: (*pass).ruleR28,
	next:  (*pass).findQuiet,
}

// ruleR28, from an empty mark: E1, neither posted nor a deferred delete, spins v; E2,
// posted, resets it; and every posted event or deferred delete S that spins a loop has
// FB(E1) ≺ FB(S) or LB(S) ≼ FB(E1). Then no batch is under way when v starts, and what
// is queued then stands sorted: E3 posted, block(enq(E3)) ≼ PB(v), prio(E3) >
// prio(E2) ⇒ FB(E3) ≺ FB(E2).
func (ps *pass) ruleR28(e2 trace.EventID) { ps.putFromEmpty(e2, ruleR28) }

// putFromEmpty puts what comes before e2 by R28, as another rule's conclusion or its own.
func (ps *pass) putFromEmpty(e2 trace.EventID, by ruleID) {
	if ps.about[e2].priority == noPriority || ps.quiet == nil {
		return
	}
	for _, v := range ps.ends[e2] {
		if p := ps.loops[v].PauseBlock; ps.quiet[v] && p < ps.b {
			ps.putSorted(p, ps.about[e2].priority, by)
		}
	}
}

// findQuiet looks for the premise as R24 does: E1 is no such spinner itself.
func (ps *pass) findQuiet() bool {
	found := false
	var c *calmScan
	for i := range ps.loops {
		v := &ps.loops[i]
		e1, e2 := v.Owner, ps.sole(v)
		if e1 < 0 || e2 < 0 || ps.quiet[v.ID] || ps.about[e2].priority == noPriority || ps.standsInQueue(e1) {
			continue
		}
		if c == nil {
			c = ps.newCalmScan()
		}
		if c.quiet(ps.events[e1].FirstBlock) {
			ps.quiet[v.ID], found = true, true
		}
	}
	return found
}
