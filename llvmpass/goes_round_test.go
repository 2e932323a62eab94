//go:build llvm19

package llvmpass

import (
	"math/rand"
	"slices"
	"testing"
)

// TestCyclic: the nodes from which a search finds the way back, in random graphs.
func TestCyclic(t *testing.T) {
	for seed := range int64(2000) {
		r := rand.New(rand.NewSource(seed))
		next := make([][]int, r.Intn(12))
		for range r.Intn(2*len(next) + 1) {
			from := r.Intn(len(next))
			next[from] = append(next[from], r.Intn(len(next)))
		}
		var want []int
		for n := range next {
			if comesBack(next, n) {
				want = append(want, n)
			}
		}
		if got := cyclic(next); !slices.Equal(got, want) {
			t.Fatalf("seed %d: %v has %v on cycles, cyclic says %v", seed, next, want, got)
		}
	}
}

func comesBack(next [][]int, n int) bool {
	seen := map[int]bool{}
	for todo := slices.Clone(next[n]); len(todo) > 0; {
		at := todo[0]
		todo = todo[1:]
		if at == n {
			return true
		}
		if !seen[at] {
			seen[at] = true
			todo = append(todo, next[at]...)
		}
	}
	return false
}
