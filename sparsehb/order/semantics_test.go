package order

import (
	"slices"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/semantics"
)

// TestSchedulesCatchWrongRules makes one rule at a time too strong, as the
// comment in the reference says how, and takes the paper's set for its R12:
// within a few thousand programs a schedule must reverse what it orders.
func TestSchedulesCatchWrongRules(t *testing.T) {
	caught := func(kind trace.LoopKind, rules Rules, strong ruleID) bool {
		found, program := false, semantics.New
		switch strong {
		case ruleR1:
			program = semantics.NewStartup
		case ruleR23:
			program = semantics.NewRivals
		case ruleRB, ruleRJ:
			program = semantics.NewThreaded
		case ruleR31, ruleR33:
			program = semantics.NewQueuedDeletes
		}
		semantics.Each(kind, program, 6000, -1, func(seed int64, truth *semantics.Truth, m *trace.Memory) bool {
			o, err := build(m, Options{Rules: rules}, 0)
			if err != nil {
				t.Fatal(err)
			}
			events := make([]trace.EventID, len(o.Blocks()))
			for i, b := range o.Blocks() {
				events[i] = b.Event
			}
			r := saturateStrong(o.sk, rules, strong)
			found = truth.Hold(events, func(a, b int) bool { return r.lt[a][b] }).Wrong > 0
			return !found
		})
		return found
	}
	for _, k := range []struct {
		loop  trace.LoopKind
		rules Rules
	}{{trace.LoopExact, Exact}, {trace.LoopBatch, Batch}, {trace.LoopUnix, Unix}} {
		for id, r := range registry {
			if r.Sets.Has(k.rules) && slices.Contains(r.HeldBy, t.Name()) && !caught(k.loop, k.rules, ruleID(id)) {
				t.Errorf("%v loops: %v made too strong, and no schedule objects", k.loop, r.ID)
			}
		}
		if !caught(k.loop, Paper, numRules) {
			t.Errorf("%v loops: no schedule objects to the paper's R12", k.loop)
		}
	}
}
