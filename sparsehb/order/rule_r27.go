package order

var r27 = Rule{
	ID: "R27", Name: "no batch in between", Sets: InBatch, Kind: Theorem,
	Sentence: "What is posted while a loop ends stands sorted with what the handler posts that ended it: no batch begins between the two.",
	HeldBy:   []string{"TestEverySchedule", "TestSchedulesCatchWrongRules"},
}

// ruleR27, no batch in between: E2 is enqueued in the block q, or in a burst that q
// ends, q = LB(R), R resets v and is direct to it: no batch begins from q to RB(v).
// And so on, if RB(v) is the last block of v's owner. E1 enqueued in or before RB(v),
// prio(E1) > prio(E2): is sorted in before E2. FB(E1) ≺ FB(E2).
func (ps *pass) ruleR27(q BlockID, priority int32) {
	defer ps.up()
	e := ps.blocks[q].Event
	if ps.tooDeep() || e < 0 || ps.events[e].LastBlock != q || ps.events[e].End == NoOp {
		return
	}
	for _, v := range ps.ends[e] {
		ps.tally(1)
		if p := ps.loops[v].ResumeBlock; ps.direct[v] && p >= 0 && p < ps.b {
			ps.putSorted(p, priority, ruleR27)
			ps.ruleR27(p, priority)
		}
	}
}
