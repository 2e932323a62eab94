package order

var r6 = Rule{
	ID: "R6", Name: "the handler that ends a loop ends before the owner resumes", Sets: InPaper | InExact | InBatch, Kind: Theorem,
	Sentence: "The reset happens inside the loop, and handlers nest.",
	Limit:    "Says nothing of a loop that several handlers reset (R23), nor of one of a dialog or menu that is reset by what takes its time: a person may have left it before.",
	HeldBy:   []string{"TestEverySchedule", "TestLeftSchedules", "TestSchedulesCatchWrongRules"},
	prepare:  (*pass).hasLoops,
	resume:   (*pass).ruleR6,
}

// ruleR6: end(E2) ≺ resume(E1,v), where E2 resets v.
func (ps *pass) ruleR6(v *Loop) {
	if r := ps.resetter(v); r >= 0 && (ps.rules == Paper || !ps.left[v.ID]) {
		ps.put(ps.events[r].LastBlock, ruleR6)
	}
}
