package order

import "sparseracer/internal/trace"

var rs = Rule{
	ID: "RS", Name: "notifiers are enabled before they fire", Sets: InExact | InBatch, Kind: Theorem,
	Sentence: "A socket notifier is enabled before it fires.",
	Breaks:   "Somebody who enables the notifier and is not recorded.",
	HeldBy:   []string{"TestEnvironmentRules"},
	prepare:  func(ps *pass) bool { return ps.env.armsFor(ruleRS) },
	deq:      func(ps *pass, e trace.EventID) { ps.ruleArmed(e, ruleRS) },
	next:     func(ps *pass) bool { return ps.sureOf(ruleRS) },
}
