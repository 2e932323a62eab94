package order

var r2 = Rule{
	ID: "R2", Name: "the end of the default loop comes last", Sets: InPaper | InExact | InBatch, Kind: Assumption,
	Sentence: "All before the default loop ended comes before the code after it: one thread runs both.",
	Breaks:   "A default loop that is entered again: what comes from outside might have come in the later run of it.",
	block:    (*pass).ruleR2,
}

// Rules R2 to R8 and R10 to R12 of the trace language. FB is an event's first
// block, LB its last, PB(v) and RB(v) the blocks that pause(·,v) closes and
// resume(·,v) opens. R1 is Order.bases; R9 is what clocks do; R10, cascaded
// form included, follows from R4, R9, R13 and R14: the block that enqueues E2
// is RB(v) itself or lies after its last operation.

// ruleR2: code of nobody after exitloop comes after all before it.
func (ps *pass) ruleR2(*opening) {
	if ps.barrier[ps.b] {
		ps.join.floor = ps.b
	}
}
