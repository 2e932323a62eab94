package race

import (
	"slices"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/randomtrace"
)

// TestRandomCoverage holds the two clocks against the definition, race by race,
// and the chains that are shown against what a chain is.
func TestRandomCoverage(t *testing.T) {
	covered, single, longest := 0, 0, 0
	for seed := range int64(3000) {
		m := randomtrace.AddMemory(randomtrace.Trace(seed, randomtrace.Mode(seed%int64(randomtrace.Modes)), 12), seed)
		for i := range m.Ops {
			if op := &m.Ops[i]; op.Kind == trace.Alloc || op.Kind == trace.Free {
				op.Kind = trace.Write
			}
		}
		o, pairs := pairsOf(t, m)
		p := Cover(o, pairs, DefaultBounds)
		for _, r := range p.races {
			many, one := naiveCovered(o, p.races, r)
			if (r.Coverage == Covered) != many || r.single != one {
				t.Fatalf("seed %d: race %d-%d is %v, by one %v; from the definition %v, %v\n%s",
					seed, r.A.Op, r.B.Op, r.Coverage, r.single, many, one, randomtrace.Dump(m))
			}
			chain := p.ChainOf(r)
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

// pairsOf are the pairs of a trace.
func pairsOf(t *testing.T, src trace.Source) (*order.Order, []*ReadWrite) {
	t.Helper()
	o, err := order.Build(src, order.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all, _, err := Sweep(src, o, Options{ReadWrite: true, Commutes: true, Workers: 1, Taker: func(int) Taker { return &pairs{} }})
	if err != nil {
		t.Fatal(err)
	}
	return o, all.(*pairs).readWrite
}

// pairs is a taker of read-write pairs.
type pairs struct{ readWrite []*ReadWrite }

func (p *pairs) UseFree(*Object, *Use) {}
func (p *pairs) LongAccess()           {}
func (p *pairs) ReadWrite(a, b *Use) {
	p.readWrite = append(p.readWrite, &ReadWrite{Pair: Pair{*a, *b}})
}
func (p *pairs) Merge(other Taker) {
	p.readWrite = append(p.readWrite, other.(*pairs).readWrite...)
}

// ahead: c may cover what r is, if it lies right: it ends before r does, or where
// r does and then with the later beginning, or the earlier one of one block.
func ahead(c, r *ReadWrite) bool {
	switch {
	case c.B.Op != r.B.Op:
		return c.B.Op < r.B.Op
	case c.A.Block != r.A.Block:
		return c.A.Block > r.A.Block
	}
	return c.A.Op < r.A.Op
}

// naiveCovered is the definition: is there a chain, and one of a single race?
func naiveCovered(o *order.Order, races []*ReadWrite, r *ReadWrite) (many, one bool) {
	reached := map[*ReadWrite]bool{}
	for grown := true; grown; {
		grown = false
		for _, c := range races {
			begins := o.AtOrBefore(r.A.Block, c.A.Block) ||
				slices.ContainsFunc(races, func(d *ReadWrite) bool { return reached[d] && o.AtOrBefore(d.B.Block, c.A.Block) })
			if !reached[c] && ahead(c, r) && begins {
				reached[c], grown = true, true
			}
		}
	}
	for c := range reached {
		if c.B.Block == r.B.Block || o.Before(c.B.Block, r.B.Block) {
			many = true
			one = one || o.AtOrBefore(r.A.Block, c.A.Block)
		}
	}
	return many, one
}

func checkChain(t *testing.T, seed int64, o *order.Order, r *ReadWrite, chain []*ReadWrite) {
	t.Helper()
	at := r.A.Block
	for _, c := range chain {
		if !ahead(c, r) || !o.AtOrBefore(at, c.A.Block) {
			t.Fatalf("seed %d: %d-%d is no link of the chain that covers %d-%d", seed, c.A.Op, c.B.Op, r.A.Op, r.B.Op)
		}
		at = c.B.Block
	}
	if len(chain) == 0 || r.single && len(chain) != 1 || !o.AtOrBefore(at, r.B.Block) {
		t.Fatalf("seed %d: the chain of %d races does not cover %d-%d", seed, len(chain), r.A.Op, r.B.Op)
	}
}
