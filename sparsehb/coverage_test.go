package sparsehb

import (
	"slices"
	"testing"

	"sparseracer/internal/trace"
)

// TestRandomCoverage holds the two clocks against the definition, race by race,
// and the chains that are shown against what a chain is.
func TestRandomCoverage(t *testing.T) {
	covered, single, longest := 0, 0, 0
	for seed := range int64(3000) {
		m := addMemory(genTrace(seed, genMode(seed%int64(genModes)), 12), seed)
		for i := range m.Ops {
			if op := &m.Ops[i]; op.Kind == trace.Alloc || op.Kind == trace.Free {
				op.Kind = trace.Write
			}
		}
		o, pairs := pairsOf(t, m)
		p := o.cover(pairs)
		for _, r := range p.races {
			many, one := naiveCovered(o, p.races, r)
			if (r.coverage == Covered) != many || r.single != one {
				t.Fatalf("seed %d: race %d-%d is %v, by one %v; from the definition %v, %v\n%s",
					seed, r.a.op, r.b.op, r.coverage, r.single, many, one, dump(m))
			}
			chain := p.chainOf(r)
			if many {
				checkChain(t, seed, o, r, chain)
				covered++
			}
			if one {
				single++
			}
			longest = max(longest, len(chain))
		}
	}
	if covered == 0 || single == 0 || single == covered || longest < 3 {
		t.Errorf("too little was tried: %d covered, %d by one race, chains up to %d", covered, single, longest)
	}
}

// pairsOf are the candidates of a trace, none of them filtered.
func pairsOf(t *testing.T, src trace.Source) (*Order, []weighed) {
	t.Helper()
	o, err := Build(src, Auto)
	if err != nil {
		t.Fatal(err)
	}
	gs, _, err := sweep(src, o, Options{ReadWrite: true, Workers: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range gs.pairs {
		gs.pairs[i].filtered = ""
	}
	return o, gs.pairs
}

// ahead: c may cover what r is, if it lies right: it ends before r does, or where
// r does and then with the later beginning, or the earlier one of one block.
func ahead(c, r *weighed) bool {
	switch {
	case c.b.op != r.b.op:
		return c.b.op < r.b.op
	case c.a.block != r.a.block:
		return c.a.block > r.a.block
	}
	return c.a.op < r.a.op
}

// naiveCovered is the definition: is there a chain, and one of a single race?
func naiveCovered(o *Order, races []*weighed, r *weighed) (many, one bool) {
	reached := map[*weighed]bool{}
	for grown := true; grown; {
		grown = false
		for _, c := range races {
			begins := o.atOrBefore(r.a.block, c.a.block) ||
				slices.ContainsFunc(races, func(d *weighed) bool { return reached[d] && o.atOrBefore(d.b.block, c.a.block) })
			if !reached[c] && ahead(c, r) && begins {
				reached[c], grown = true, true
			}
		}
	}
	for c := range reached {
		if c.b.block == r.b.block || o.Before(c.b.block, r.b.block) {
			many = true
			one = one || o.atOrBefore(r.a.block, c.a.block)
		}
	}
	return many, one
}

func checkChain(t *testing.T, seed int64, o *Order, r *weighed, chain []*weighed) {
	t.Helper()
	at := r.a.block
	for _, c := range chain {
		if !ahead(c, r) || !o.atOrBefore(at, c.a.block) {
			t.Fatalf("seed %d: %d-%d is no link of the chain that covers %d-%d", seed, c.a.op, c.b.op, r.a.op, r.b.op)
		}
		at = c.b.block
	}
	if len(chain) == 0 || r.single && len(chain) != 1 || !o.atOrBefore(at, r.b.block) {
		t.Fatalf("seed %d: the chain of %d races does not cover %d-%d", seed, len(chain), r.a.op, r.b.op)
	}
}

// TestPastsAreBounded: where coverage may take no more, what is left is reported
// without, counted, and neither lost nor said to be uncovered.
func TestPastsAreBounded(t *testing.T) {
	var m *trace.Memory
	for seed := int64(0); ; seed++ {
		m = addMemory(genTrace(seed, genMode(0), 40), seed)
		if _, pairs := pairsOf(t, m); len(pairs) > 20 {
			break
		}
	}
	whole, err := Analyze(m, Options{ReadWrite: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func(all, each uint32) { maxPasts, pastsPerBlock = all, each }(maxPasts, pastsPerBlock)
	pastsPerBlock = 0
	for _, maxPasts = range []uint32{0, 3, 30} {
		some, err := Analyze(m, Options{ReadWrite: true})
		if err != nil {
			t.Fatal(err)
		}
		a, b := &whole.Counts, &some.Counts
		if b.UncoveredPairs+b.CoveredPairs+b.UnweighedPairs != a.UncoveredPairs+a.CoveredPairs || b.ReadWritePairs != a.ReadWritePairs ||
			b.Filtered != a.Filtered || b.UncoveredPairs > a.UncoveredPairs || b.CoveredPairs > a.CoveredPairs || maxPasts == 0 && b.UnweighedPairs == 0 {
			t.Errorf("%d nodes: %+v, without a bound %+v", maxPasts, b, a)
		}
	}
}
