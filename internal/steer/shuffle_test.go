package steer

import (
	"math/rand/v2"
	"testing"

	"sparseracer/sparsehb"
)

// TestShuffle: what is held at random never precedes, in the order, what it waits
// for, and brings what may not overtake it.
func TestShuffle(t *testing.T) {
	f := viewer()
	byLabel := map[string]*sparsehb.Event{}
	for i := range f.res.Events {
		byLabel[f.res.Events[i].Attr("label")] = &f.res.Events[i]
	}
	found := map[string]bool{}
	for seed := range uint64(300) {
		s := Shuffle(f.res, f, rand.New(rand.NewPCG(seed, 0)), 2, nil)
		if s == nil {
			t.Fatalf("seed %d: nothing can be held", seed)
		}
		if err := s.validate(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for _, h := range s.Directives {
			held, until := byLabel[h.Hold.Event], byLabel[h.Hold.Until[0].Event]
			if held == until || f.Before(held.FirstBlock, until.LastBlock) {
				t.Errorf("seed %d: %s is held until %s, which needs it", seed, h.Hold.About, h.Hold.Until[0].About)
			}
			found[h.Hold.Event+" "+h.Hold.Until[0].Event] = true
		}
	}
	if !found["L2 L3"] || !found["L2 L1"] { // the box's timer until the delete, until the close
		t.Errorf("only %v were found", found)
	}
	empty := &fake{res: &sparsehb.Result{}}
	if s := Shuffle(empty.res, empty, rand.New(rand.NewPCG(1, 0)), 2, nil); s != nil {
		t.Errorf("%+v of nothing", s)
	}
}
