package sparsehb

import (
	"cmp"
	"slices"

	"sparseracer/internal/trace"
)

// Order that the environment keeps, in the default sets only. A rule here holds
// in every schedule: where its second event happens, the first one has happened
// before it.

// firings gives each firing of a timer the one before it: those whose attribute
// `timer` is the same, in the order of their enqs.
func (sk *skeleton) firings() map[trace.EventID]trace.EventID {
	var fired []trace.EventID
	for i := range sk.events {
		if e := &sk.events[i]; e.Kind == trace.Timer && e.Enq != NoOp && e.Attr("timer") != "" {
			fired = append(fired, e.ID)
		}
	}
	slices.SortFunc(fired, func(a, b trace.EventID) int { return cmp.Compare(sk.events[a].Enq, sk.events[b].Enq) })
	last, before := map[string]trace.EventID{}, map[trace.EventID]trace.EventID{}
	for _, id := range fired {
		timer := sk.events[id].Attr("timer")
		if p, again := last[timer]; again {
			before[id] = p
		}
		last[timer] = id
	}
	return before
}

// ruleRN, no re-entry: a timer does not fire while its own handler runs, not in
// a loop that the handler spins either. E1, E2 successive firings of one timer:
// end(E1) ≺ deq(E2).
func (ps *pass) ruleRN(e trace.EventID) {
	p, again := ps.refires[e]
	if ps.rules == Paper || !again {
		return
	}
	if prev := &ps.events[p]; prev.FirstBlock != NoBlock && prev.End != NoOp {
		ps.put(prev.LastBlock, ruleRN)
	}
}
