package order

import "sparseracer/internal/trace"

var rn = Rule{
	ID: "RN", Name: "a timer does not fire in its own handler", Sets: InExact | InBatch, Kind: Theorem,
	Sentence: "A timer is skipped as long as its handler runs, in the loops of that handler too.",
	Breaks:   "A backend of the loop that lets timers fire again inside their handler.",
	HeldBy:   []string{"TestEnvironmentRules"},
	prepare:  func(ps *pass) bool { return len(ps.timers) > 0 },
	deq:      (*pass).ruleRN,
}

// ruleRN, no re-entry: a timer does not fire while its own handler runs, not in
// a loop that the handler spins either. E1, E2 successive firings of one timer:
// end(E1) ≺ deq(E2).
func (ps *pass) ruleRN(e trace.EventID) {
	p, is := ps.env.refires[e]
	if !is {
		return
	}
	if prev := &ps.events[p]; prev.FirstBlock != NoBlock && prev.End != NoOp {
		ps.put(prev.LastBlock, ruleRN)
	}
}
