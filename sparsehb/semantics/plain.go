package semantics

import (
	"math/rand"

	"sparseracer/internal/trace"
)

// NewPlain makes a random program of event actions: no loops are spun, and an
// event comes at any time after it was armed. It always comes to its end.
func NewPlain(seed int64, kind trace.LoopKind) *Program {
	r := rand.New(rand.NewSource(seed))
	p := &Program{Kind: kind, Events: make([]Event, 3+r.Intn(6))}
	for i := range p.Events {
		if poster := r.Intn(i+1) - 1; poster >= 0 && r.Intn(3) > 0 {
			p.Events[i].Kind = trace.Timer
			insert(r, &p.Events[poster].Body, Action{Post, i})
		} else {
			p.Events[i].Kind, p.Events[i].Root = trace.Env, true
		}
	}
	return p
}

// Allows reports whether some schedule that can come to its end starts block goal
// so that, up to there, no block of a pair's second place starts before the first
// one of that pair did.
func (t *Truth) Allows(pairs [][2]int, goal int) bool {
	needs := make([]uint64, t.Blocks)
	for _, p := range pairs {
		needs[p[1]] |= 1 << p[0]
	}
	seen := make([]bool, len(t.states))
	work := []int32{0}
	seen[0] = true
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		ran := t.states[i].ran
		if ran>>goal&1 != 0 {
			return true
		}
		for _, n := range t.next[i] {
			if !seen[n] && t.completes[n] && keeps(needs, ran, t.states[n].ran&^ran) {
				seen[n] = true
				work = append(work, n)
			}
		}
	}
	return false
}

// keeps: the blocks that start have what they need.
func keeps(needs []uint64, ran, starts uint64) bool {
	for b, need := range needs {
		if starts>>b&1 != 0 && need&^ran != 0 {
			return false
		}
	}
	return true
}
