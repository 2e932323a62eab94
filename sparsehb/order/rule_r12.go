package order

var r12 = Rule{
	ID: "R12", Name: "what follows the resetter", Sets: InPaper, Kind: Heuristic,
	Sentence: "What was posted after the resetter of a loop comes after that loop, if the loop delivered the resetter directly.",
	Breaks:   "An event of the environment spins a loop in between, so the resetter is delivered deeper: TestSchedulesCatchWrongRules finds such programs.",
	HeldBy:   []string{"TestSchedulesCatchWrongRules"},
	prepare:  (*pass).prepareR12,
}

// prepareR12 finds the resetters that R12 speaks of: what is posted after one comes
// after the block behind its loop. R7 then puts that.
func (ps *pass) prepareR12() bool {
	for i := range ps.loops {
		v := &ps.loops[i]
		r := v.Resetter
		if r < 0 || v.ResumeBlock < 0 || ps.about[r].multi ||
			ps.events[r].Within != v.ID || ps.about[r].priority == noPriority {
			continue
		}
		ps.after[r] = ps.runsTo(v.ResumeBlock)
	}
	return true
}
