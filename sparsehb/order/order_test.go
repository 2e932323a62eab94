package order

import (
	"flag"
	"fmt"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/randomtrace"
)

var (
	seedFlag  = flag.Int64("seed", -1, "run the random comparison for this seed only")
	countFlag = flag.Int("traces", 7000, "random traces a rule set")
	firstFlag = flag.Int64("first", 0, "seed of the first of them")
)

var ruleSets = map[string]Rules{"paper": Paper, "exact": Exact, "batch": Batch, "unix": Unix, "either": Either}

// compare returns how the order of a trace differs from the reference.
func compare(m *trace.Memory, rules Rules, off ruleMask) error {
	o, err := build(m, Options{Rules: rules}, off)
	if err != nil {
		return err
	}
	ref := saturate(o.sk, rules)
	for a := range o.sk.blocks {
		for b := range o.sk.blocks {
			got, want := o.Before(BlockID(a), BlockID(b)), ref.lt[a][b]
			if got != want {
				return fmt.Errorf("block %d before block %d: engine says %v, reference %v", a, b, got, want)
			}
			if err := checkWhy(o, BlockID(a), BlockID(b), got); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkWhy: the chain of rules leads from a to b.
func checkWhy(o *Order, a, b BlockID, ordered bool) error {
	steps := o.Why(a, b)
	if !ordered {
		if steps != nil {
			return fmt.Errorf("Why(%d, %d) explains an order that is not there", a, b)
		}
		return nil
	}
	at := a
	for _, s := range steps {
		if s.From != at || s.Rule == "" || !o.Before(s.From, s.To) {
			return fmt.Errorf("Why(%d, %d) = %v is no chain", a, b, steps)
		}
		at = s.To
	}
	if at != b {
		return fmt.Errorf("Why(%d, %d) = %v does not arrive", a, b, steps)
	}
	return nil
}

func TestRandomTraces(t *testing.T) {
	for name, rules := range ruleSets {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			from, to := *firstFlag, *firstFlag+int64(*countFlag)
			if *seedFlag >= 0 {
				from, to = *seedFlag, *seedFlag+1
			}
			for seed := from; seed < to; seed++ {
				m := randomtrace.Trace(seed, randomtrace.Mode(seed%int64(randomtrace.Modes)), 6+int(seed/3%24))
				if err := compare(m, rules, 0); err != nil {
					t.Fatalf("seed %d (again with -seed %d): %v\nmain spins: %v\n%s", seed, seed, err, m.M.MainSpins, randomtrace.Dump(m))
				}
			}
			t.Logf("seeds %d to %d: the pass and the saturating form order the same blocks", from, to-1)
		})
	}
}
