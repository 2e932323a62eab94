package order

import "sparseracer/internal/trace"

var rp = Rule{
	ID: "RP", Name: "press before release", Sets: InExact | InBatch, Kind: Theorem,
	Sentence: "A button or key is pressed before it is released.",
	Breaks:   "A release that a program makes up.",
	HeldBy:   []string{"TestEnvironmentRules"},
	prepare:  func(ps *pass) bool { return ps.env.armsFor(ruleRP) },
	deq:      func(ps *pass, e trace.EventID) { ps.ruleArmed(e, ruleRP) },
	next:     func(ps *pass) bool { return ps.sureOf(ruleRP) },
}
