package clock

import (
	"math/rand/v2"
	"testing"
)

// TestJoinAll: clocks joined at once know what clocks joined one by one know, and Recall
// remembers what Get finds.
func TestJoinAll(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		const chains = 300
		a := NewArena(1000)
		recall := a.Recall(CacheSize(1000, MostJoins))
		var pool []Clock
		for range 12 {
			c := Clock(0)
			for range r.IntN(60) {
				c = a.With(c, uint32(r.IntN(chains)), uint32(1+r.IntN(5)))
			}
			pool = append(pool, c)
		}
		for range 40 {
			list := []Clock{}
			for range r.IntN(9) {
				list = append(list, pool[r.IntN(len(pool))])
			}
			all, one := a.JoinAll(list), Clock(0)
			for _, c := range list {
				one = a.Join(one, c)
			}
			for chain := range uint32(chains) {
				want := a.Get(one, chain)
				if got := a.Get(all, chain); got != want {
					t.Fatalf("seed %d: chain %d: %d after JoinAll, %d after Join", seed, chain, got, want)
				}
				if got := recall.Get(all, chain); got != want {
					t.Fatalf("seed %d: chain %d: Recall says %d, Get %d", seed, chain, got, want)
				}
			}
			pool[r.IntN(len(pool))] = all
		}
	}
}
