package heap

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestVisit: whatever their sizes, all objects that overlap a range are found, once each.
func TestVisit(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 1))
		m := NewMap[int]()
		var all []*Object[int]
		for range 200 {
			if len(all) > 0 && r.IntN(4) == 0 {
				i := r.IntN(len(all))
				m.Drop(all[i])
				all = slices.Delete(all, i, i+1)
			}
			start := r.Uint64N(1<<47) >> r.IntN(40)
			all = append(all, m.Add(start, End(start, r.Uint64N(1<<44)>>r.IntN(44))))
		}
		for range 100 {
			lo := r.Uint64N(1<<47) >> r.IntN(40)
			hi := End(lo, r.Uint64N(1<<46)>>r.IntN(46))
			found := map[*Object[int]]int{}
			m.Visit(lo, hi, func(o *Object[int]) { found[o]++ })
			for _, o := range all {
				want := 0
				if o.Overlaps(lo, hi) {
					want = 1
				}
				if found[o] != want {
					t.Fatalf("seed %d: [%#x, %#x) found %d times in [%#x, %#x), expected %d", seed, o.Start, o.End, found[o], lo, hi, want)
				}
				delete(found, o)
			}
			if len(found) > 0 {
				t.Fatalf("seed %d: %d objects that are gone are found", seed, len(found))
			}
		}
	}
}
