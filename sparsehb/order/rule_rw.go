package order

import "sparseracer/internal/trace"

var rw = Rule{
	ID: "RW", Name: "windows are shown before their input", Sets: InExact | InBatch, Kind: Theorem,
	Sentence: "A window is shown before it gets input.",
	Breaks:   "Somebody who shows the window and is not recorded (testdata/assumptions).",
	HeldBy:   []string{"TestEnvironmentRules"},
	prepare:  func(ps *pass) bool { return ps.env.armsFor(ruleRW) },
	deq:      func(ps *pass, e trace.EventID) { ps.ruleArmed(e, ruleRW) },
	next:     func(ps *pass) bool { return ps.sureOf(ruleRW) },
}
