package order

import "sparseracer/internal/trace"

var rf = Rule{
	ID: "RF", Name: "activated before keys", Sets: InExact | InBatch, Kind: Theorem,
	Sentence: "A window is active before keys reach it.",
	Breaks:   "Somebody who activates the window and is not recorded.",
	HeldBy:   []string{"TestEnvironmentRules"},
	prepare:  func(ps *pass) bool { return ps.env.armsFor(ruleRF) },
	deq:      func(ps *pass, e trace.EventID) { ps.ruleArmed(e, ruleRF) },
	next:     func(ps *pass) bool { return ps.sureOf(ruleRF) },
}
