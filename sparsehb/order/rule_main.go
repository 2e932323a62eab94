package order

import "slices"

var rMain = Rule{
	ID: "main", Name: "start-up code that spins loops", Sets: InPaper | InExact | InBatch, Kind: Assumption,
	Sentence: "Start-up code that runs loops of its own is one handler; what follows up to the default loop continues it.",
	Breaks:   "A first event that is called main and is no start-up code.",
	Always:   true,
	prepare:  (*pass).prepareMain,
	block:    (*pass).ruleMain,
}

// ruleMain: start-up code that spins loops of its own is one handler (main)
// and the code up to enterloop its continuation; nothing runs before it
// starts, which Order.bases says.
func (ps *pass) ruleMain(o *opening) {
	if e := ps.mainEvent; o.how == byNobody && slices.Contains(ps.enters, ps.b) {
		ps.put(ps.events[e].LastBlock, ruleMain)
	}
}

// prepareMain: nothing runs before it starts.
func (ps *pass) prepareMain() bool {
	if ps.mainEvent < 0 {
		return false
	}
	ps.o.bases = append(ps.o.bases, 0)
	return true
}
