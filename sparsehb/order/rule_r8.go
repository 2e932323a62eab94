package order

// r8 acts with R7: they are one rule, whose conclusion depends on what the handler does.
var r8 = Rule{
	ID: "R8", Name: "first in, first out, with a loop", Sets: InPaper, Kind: Theorem,
	Sentence: "Of two posted events of one priority, a handler that spins loops has come to its first pause before the later one is delivered.",
	HeldBy:   []string{"TestPaperSchedules"},
}
