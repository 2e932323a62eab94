package order

import (
	"errors"
	"fmt"
	"testing"

	"sparseracer/sparsehb/randomtrace"
)

var errNotSaid = errors.New("orders are missing, and it does not say that it was cut short")

// weaker counts what an order does not say and the reference does; the other way round is
// its error.
func weaker(o *Order, ref *reference) (missed int, err error) {
	for a := range o.sk.blocks {
		for b := range o.sk.blocks {
			got := o.Before(BlockID(a), BlockID(b))
			if got && !ref.lt[a][b] {
				return 0, fmt.Errorf("block %d before block %d, which the reference does not say", a, b)
			}
			if err := checkWhy(o, BlockID(a), BlockID(b), got); err != nil {
				return 0, err
			}
			if !got && ref.lt[a][b] {
				missed++
			}
		}
	}
	return missed, nil
}

// TestCutShortIsWeaker: an order that was cut short, wherever that is, says nothing that the
// saturating form does not say, and can tell why it says what it says.
func TestCutShortIsWeaker(t *testing.T) {
	for name, rules := range ruleSets {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cut, missed := 0, 0
			for seed := range int64(1500) {
				m := randomtrace.Trace(seed, randomtrace.Mode(seed%int64(randomtrace.Modes)), 6+int(seed/3%24))
				whole, err := build(m, Options{Rules: rules}, 0)
				if err != nil {
					t.Fatal(err)
				}
				o, err := build(m, Options{Rules: rules, Steps: 1 + whole.Steps()*uint64(seed%7)/7}, 0)
				if err != nil {
					t.Fatal(err)
				}
				ref := saturate(o.sk, rules)
				n, err := weaker(o, ref)
				_, short := o.CutShort()
				if err == nil && n > 0 && !short {
					err = errNotSaid
				}
				if err != nil {
					t.Fatalf("seed %d, %d steps: %v\n%s", seed, whole.Steps(), err, randomtrace.Dump(m))
				}
				if short {
					cut++
				}
				missed += n
			}
			t.Logf("%d orders cut short, without %d of what the saturating form says", cut, missed)
			if cut == 0 || missed == 0 {
				t.Error("nothing was cut short")
			}
		})
	}
}
