package race

import (
	"flag"
	"math/rand"
	"testing"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/randomtrace"
	"sparseracer/sparsehb/semantics"
)

var programFlag = flag.Int64("program", -1, "run the enumeration for the program of this seed only")

// TestUncoveredCanBeReversed is the theorem of race coverage, on small abstract
// programs of event actions, checked by all of their schedules: an uncovered race
// (a, b) can be turned round, b's handler first, while all races that end before
// b keep their order. A covered one cannot.
func TestUncoveredCanBeReversed(t *testing.T) {
	uncovered, covered := 0, 0
	semantics.Each(trace.LoopExact, semantics.NewPlain, 1500, *programFlag, func(seed int64, truth *semantics.Truth, m *trace.Memory) bool {
		m = addAccesses(m, seed)
		o, pairs := pairsOf(t, m)
		p := Cover(o, pairs, DefaultBounds)
		place := func(b order.BlockID) int { return truth.Block(o.Blocks()[b].Event, 0) }
		for _, r := range p.races {
			kept := [][2]int{{place(r.B.Block), place(r.A.Block)}}
			for _, c := range p.races {
				if ahead(c, r) {
					kept = append(kept, [2]int{place(c.A.Block), place(c.B.Block)})
				}
			}
			if got, want := truth.Allows(kept, place(r.B.Block)), r.Coverage == Uncovered; got != want {
				t.Fatalf("program %d (again with -program %d): race %d-%d is %v, a schedule that turns it round and keeps the others: %v\n%v\n%s",
					seed, seed, r.A.Op, r.B.Op, r.Coverage, got, truth.Program, randomtrace.Dump(m))
			}
			if r.Coverage == Uncovered {
				uncovered++
			} else {
				covered++
			}
		}
		return true
	})
	t.Logf("%d uncovered races, all reversible; %d covered ones, none", uncovered, covered)
	if uncovered < 1000 || covered < 1000 {
		t.Errorf("too little was tried: %d uncovered races, %d covered ones", uncovered, covered)
	}
}

// addAccesses puts reads and writes of three places into the handlers.
func addAccesses(m *trace.Memory, seed int64) *trace.Memory {
	r := rand.New(rand.NewSource(seed))
	out := *m
	out.Ops = nil
	for _, op := range m.Ops {
		out.Ops = append(out.Ops, op)
		if op.Kind != trace.Deq && op.Kind != trace.Enq {
			continue
		}
		for range r.Intn(3) {
			kind := trace.Read
			if r.Intn(2) == 0 {
				kind = trace.Write
			}
			out.Ops = append(out.Ops, trace.Op{Kind: kind, Event: trace.NoEvent, Loop: trace.NoLoop, Addr: 256 + 8*uint64(r.Intn(3)), Size: 8})
		}
	}
	return &out
}
