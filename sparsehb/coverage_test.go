package sparsehb

import (
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/race"
	"sparseracer/sparsehb/randomtrace"
)

// TestPastsAreBounded: where coverage may take no more, what is left is reported
// without, counted, and neither lost nor said to be uncovered.
func TestPastsAreBounded(t *testing.T) {
	var m *trace.Memory
	for seed := int64(0); ; seed++ {
		m = randomtrace.AddMemory(randomtrace.Trace(seed, randomtrace.Mode(0), 40), seed)
		res, err := Analyze(m, Options{ReadWrite: true})
		if err != nil {
			t.Fatal(err)
		}
		if res.Counts.ReadWritePairs > 20 {
			break
		}
	}
	whole, err := Analyze(m, Options{ReadWrite: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func(b race.Bounds) { coverageBounds = b }(coverageBounds)
	for _, nodes := range []uint32{0, 3, 30} {
		coverageBounds = race.Bounds{Nodes: nodes}
		some, err := Analyze(m, Options{ReadWrite: true})
		if err != nil {
			t.Fatal(err)
		}
		a, b := &whole.Counts, &some.Counts
		if b.UncoveredPairs+b.CoveredPairs+b.UnweighedPairs != a.UncoveredPairs+a.CoveredPairs || b.ReadWritePairs != a.ReadWritePairs ||
			b.Filtered != a.Filtered || b.UncoveredPairs > a.UncoveredPairs || b.CoveredPairs > a.CoveredPairs || nodes == 0 && b.UnweighedPairs == 0 {
			t.Errorf("%d nodes: %+v, without a bound %+v", nodes, b, a)
		}
	}
}
