package order

import (
	"testing"

	"sparseracer/sparsehb/randomtrace"
)

// TestEachRuleMatters switches one rule off at a time: the comparison with the
// reference must then fail within a few hundred traces. What passes without a
// rule does not test it.
func TestEachRuleMatters(t *testing.T) {
	sets := map[Rules][]ruleID{
		Paper: {ruleR1, ruleR2, ruleR3, ruleR4, ruleR5, ruleR6, ruleR7, ruleR8, ruleR11, ruleR12, ruleMain},
		Exact: {ruleR1, ruleR2, ruleR3, ruleR4, ruleR5, ruleR6, ruleR15, ruleR16, ruleR17, ruleR19, ruleR23, ruleR26, ruleR29, ruleR30, ruleRD, ruleRN, ruleRC, ruleRW, ruleRS, ruleRP, ruleRF, ruleRT, ruleRK, ruleRB, ruleMain},
		Batch: {ruleR1, ruleR2, ruleR3, ruleR4, ruleR5, ruleR6, ruleR15, ruleR16, ruleR17, ruleR18, ruleR19, ruleR20, ruleR21, ruleR22, ruleR23, ruleR24, ruleR25, ruleR26, ruleR27, ruleR28, ruleR29, ruleR30, ruleRD, ruleRN, ruleRC, ruleRW, ruleRS, ruleRP, ruleRF, ruleRT, ruleRK, ruleRB, ruleMain},
	}
	for rules, ids := range sets {
		for _, id := range ids {
			if seed := firstDifference(t, rules, id); seed < 0 {
				t.Errorf("rule set %v without %v: no difference found", rules, id)
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
