package semantics

import "sparseracer/internal/trace"

// StateLimit is how many states a program may have to be looked at.
const StateLimit = 20000

// Maker makes a program from a seed.
type Maker func(seed int64, kind trace.LoopKind) *Program

// Each calls f for the first n programs that come to their end, with one recorded
// schedule each, until it returns false; with only ≥ 0 for the program of that seed.
func Each(kind trace.LoopKind, program Maker, n int, only int64, f func(seed int64, t *Truth, m *trace.Memory) bool) {
	for seed := int64(0); n > 0; seed++ {
		if only >= 0 {
			seed, n = only, 1
		}
		if t := Explore(program(seed, kind), StateLimit); t != nil {
			n--
			if !f(seed, t, t.Trace(seed)) {
				return
			}
		} else if only >= 0 {
			return
		}
	}
}
