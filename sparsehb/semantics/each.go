package semantics

import "sparseracer/internal/trace"

// StateLimit is how many states a program may have to be looked at.
const StateLimit = 20000

// Maker makes a program from a seed.
type Maker func(seed int64, kind trace.LoopKind) *Program

// Each calls f for the first n programs that come to their end, with one recorded
// schedule each, until it returns false; with only ≥ 0 for the program of that seed. Where
// there is an environment, the truth is that of what was recorded.
func Each(kind trace.LoopKind, program Maker, n int, only int64, f func(seed int64, t *Truth, m *trace.Memory) bool) {
	for seed := int64(0); n > 0; seed++ {
		if only >= 0 {
			seed, n = only, 1
		}
		t := Explore(program(seed, kind), StateLimit)
		if t == nil && only >= 0 {
			return
		} else if t == nil {
			continue
		}
		m := t.Trace(seed)
		if t.Program.HasEnvironment() {
			t = t.OfRecorded(StateLimit)
		}
		if t != nil {
			if n--; !f(seed, t, m) {
				return
			}
		}
	}
}
