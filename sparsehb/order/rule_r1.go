package order

var r1 = Rule{
	ID: "R1", Name: "start-up code comes first", Sets: InPaper | InExact | InBatch, Kind: Theorem,
	Sentence: "All after the start of the default loop comes after the code that started it: one thread runs both.",
	HeldBy:   []string{"TestEverySchedule"},
	prepare:  (*pass).prepareR1,
}

// prepareR1: all blocks that end with enterloop precede what follows them.
func (ps *pass) prepareR1() bool {
	ps.o.bases = append(ps.o.bases, ps.enters...)
	return len(ps.enters) > 0
}
