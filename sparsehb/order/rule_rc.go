package order

import "sparseracer/internal/trace"

var rc = Rule{
	ID: "RC", Name: "created before it receives", Sets: InExact | InBatch, Kind: Theorem,
	Sentence: "An event is delivered to its receiver after the receiver was created.",
	Breaks:   "A run in which another block makes the object (testdata/assumptions).",
	HeldBy:   []string{"TestEnvironmentRules"},
	prepare:  func(ps *pass) bool { return ps.env.receivers },
	deq:      (*pass).ruleRC,
}

// ruleRC, created: E is delivered to an object that block B allocated:
// last(B) ≺ deq(E).
func (ps *pass) ruleRC(e trace.EventID) {
	if b := ps.env.made[e]; b >= 0 {
		ps.put(ps.runsTo(b), ruleRC)
	}
}
