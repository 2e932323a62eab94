package order

import (
	"sort"
)

var r16 = Rule{
	ID: "R16", Name: "nesting", Sets: InExact | InBatch, Kind: Theorem,
	Sentence: "What starts inside a loop ends inside it.",
	HeldBy:   []string{"TestEverySchedule", "TestSchedulesCatchWrongRules"},
	prepare:  (*pass).hasLoops,
	closing:  (*pass).ruleR16,
}

// ruleR16, nesting: deq(E1) ≺ deq(E2) ≺ resume(E1,v) gives end(E2) ≺
// resume(E1,v). Only where E2 spins loops: else its one block is both. Each
// one found may bring others into the past, hence the repetition; but what it finds is a
// premise of R21 only, which comes after it.
func (ps *pass) ruleR16() bool {
	o := &ps.opens[ps.b]
	if o.how != byResume || ps.loops[o.of].Owner < 0 {
		return false
	}
	v := &ps.loops[o.of]
	first := ps.events[v.Owner].FirstBlock
	from := sort.Search(len(ps.spins), func(i int) bool { return ps.events[ps.spins[i]].FirstBlock > first })
	to := sort.Search(len(ps.spins), func(i int) bool { return ps.events[ps.spins[i]].FirstBlock > ps.b })
	for again := true; again; {
		again = false
		for i := to - 1; i >= from && !ps.exhausted(); i-- {
			ps.tally(1)
			x := &ps.events[ps.spins[i]]
			if x.LastBlock >= ps.b || ps.reached(x.LastBlock) {
				continue
			}
			if ps.reached(x.FirstBlock) && ps.o.Before(first, x.FirstBlock) {
				ps.putNow(x.LastBlock, ruleR16)
				again = true
			}
		}
	}
	return false
}
