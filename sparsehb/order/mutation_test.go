package order

import (
	"testing"

	"sparseracer/sparsehb/randomtrace"
)

// TestEachRuleMatters switches one rule off at a time: the comparison with the
// reference must then fail within a few hundred traces. What passes without a
// rule does not test it.
func TestEachRuleMatters(t *testing.T) {
	for _, rules := range []Rules{Paper, Exact, Batch, Unix} { // Either has no rule of its own
		for id, r := range registry {
			if !r.Sets.Has(rules) || r.ID == "join" || r.ID == "RJ" { // no random program joins, or has threads wait for handlers: TestRuleTraces
				continue
			}
			if seed := firstDifference(t, rules, ruleID(id)); seed < 0 && !hasTrace(r.ID) {
				t.Errorf("rule set %v without %v: no difference found, and no trace of its own", rules, r.ID)
			}
		}
	}
}

func firstDifference(t *testing.T, rules Rules, id ruleID) int64 {
	for seed := range int64(5000) {
		m := randomtrace.Trace(seed, randomtrace.Mode(seed%int64(randomtrace.Modes)), 6+int(seed/3%24))
		o, err := build(m, Options{Rules: rules}, 1<<id)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		ref := saturate(o.sk, rules)
		for a := range o.sk.blocks {
			for b := range o.sk.blocks {
				if o.Before(BlockID(a), BlockID(b)) != ref.lt[a][b] {
					return seed
				}
			}
		}
	}
	return -1
}
