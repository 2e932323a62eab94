package sparsehb

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/internal/tracegen"
	"sparseracer/sparsehb/order"
)

// eachHostile runs a check for each family that is made for the search of the order, with
// exact loops, with batch loops and as under Qt's own dispatcher.
func eachHostile(t *testing.T, events int, check func(t *testing.T, src trace.Source, rules Rules)) {
	for i := range tracegen.HostileFamilies {
		h := &tracegen.HostileFamilies[i]
		for _, rules := range []Rules{Exact, Batch, Unix} {
			if !h.Order {
				continue
			}
			t.Run(fmt.Sprintf("%s/%v", h.Name, rules), func(t *testing.T) {
				t.Parallel()
				src, err := h.Trace(events, rules.Batches())
				if err != nil {
					t.Fatal(err)
				}
				check(t, src, rules)
			})
		}
	}
}

func mustOrder(t *testing.T, src trace.Source, rules Rules, steps uint64) *Order {
	t.Helper()
	o, err := order.Build(src, order.Options{Rules: rules, Steps: steps})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestHostileSteps: whatever the trace, the search for the order ends when its steps are
// used up, but for what one block takes and the little that the blocks after it take.
func TestHostileSteps(t *testing.T) {
	const steps, events = 1 << 20, 4000
	eachHostile(t, events, func(t *testing.T, src trace.Source, rules Rules) {
		o := mustOrder(t, src, rules, steps)
		_, short := o.CutShort()
		t.Logf("%d steps, %d blocks, cut short: %v", o.Steps(), len(o.Blocks()), short)
		if most := 4*uint64(steps) + 100*uint64(len(o.Blocks())); o.Steps() > most {
			t.Errorf("%d steps, expected at most %d", o.Steps(), most)
		}
		if !short && o.Steps() > 4*steps {
			t.Errorf("%d steps, and it was not cut short", o.Steps())
		}
	})
}

// TestHostileOrders: what an order that was cut short says, the whole one says too.
func TestHostileOrders(t *testing.T) {
	const whole, events, questions = 1 << 40, 200, 50000
	eachHostile(t, events, func(t *testing.T, src trace.Source, rules Rules) {
		all := mustOrder(t, src, rules, whole)
		if _, short := all.CutShort(); short {
			t.Fatal("cut short for its depth")
		}
		for _, share := range []uint64{3, 10, 100} {
			part := mustOrder(t, src, rules, max(1, all.Steps()/share))
			n := len(part.Blocks())
			at := rand.New(rand.NewPCG(1, share))
			found, of := 0, 0
			for range questions {
				a, b := BlockID(at.IntN(n)), BlockID(at.IntN(n))
				switch {
				case all.Before(a, b):
					of++
					if part.Before(a, b) {
						found++
					}
				case part.Before(a, b):
					t.Fatalf("with a share of 1/%d: block %d before block %d, which the whole order does not say", share, a, b)
				}
			}
			_, short := part.CutShort()
			t.Logf("1/%d of %d steps: cut short %v, %d of %d orders", share, all.Steps(), short, found, of)
			if !short && found < of {
				t.Errorf("1/%d: %d of %d orders, and it does not say that it was cut short", share, found, of)
			}
		}
	})
}
