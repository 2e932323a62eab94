package order

var r3 = Rule{
	ID: "R3", Name: "blocks of one handler", Sets: InPaper | InExact | InBatch, Kind: Theorem,
	Sentence: "A handler runs its blocks in their order.",
	HeldBy:   []string{"TestEverySchedule"},
	block:    (*pass).ruleR3,
}

// ruleR3: the earlier block of the same handler.
func (ps *pass) ruleR3(o *opening) {
	if o.how == byNobody && len(ps.enters) == 0 {
		return // not known to be start-up code
	}
	ps.put(ps.prev(ps.b, ps.loops), ruleR3)
}
