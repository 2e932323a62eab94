package heap

import (
	"math/rand"
	"testing"

	"sparseracer/internal/trace"
)

// TestEndings holds the packed endings against a plain list: allocations freed soon, late
// or never, by any thread, anywhere.
func TestEndings(t *testing.T) {
	for seed := range int64(5) {
		rnd := rand.New(rand.NewSource(seed))
		var list Endings
		var want []Ending
		var alive []int
		op := uint64(0)
		for range 5 * endingsPiece {
			op += uint64(rnd.Intn(100) * rnd.Intn(100))
			if n := len(alive); n > 0 && rnd.Intn(3) > 0 {
				k := n - 1 - rnd.Intn(min(n, 1+rnd.Intn(200)))
				e := Ending{op, trace.ThreadID(rnd.Uint32() >> rnd.Intn(32)), trace.StackID(rnd.Uint32() >> rnd.Intn(32))}
				list.set(alive[k], e)
				want[alive[k]] = e
				alive = append(alive[:k], alive[k+1:]...)
				continue
			}
			list.add()
			if seed == 0 || rnd.Intn(50) > 0 { // else never freed
				alive = append(alive, len(want))
			}
			want = append(want, Ending{Op: NoOp})
		}
		list.done()
		r := list.Read()
		for i, e := range want {
			if got := r.Next(); got != e {
				t.Fatalf("seed %d: ending %d is %+v, expected %+v", seed, i, got, e)
			}
		}
		if got := r.Next(); got.Op != NoOp {
			t.Fatalf("seed %d: an ending after the last: %+v", seed, got)
		}
	}
}

// TestEndingsArePacked: pieces of which all has been freed take a fraction of the room at once.
func TestEndingsArePacked(t *testing.T) {
	var list Endings
	for i := range 10 * endingsPiece {
		list.add()
		list.set(i, Ending{uint64(7 * i), 0, trace.StackID(40 + i%10)})
	}
	for i := range list.pieces {
		if p := &list.pieces[i]; p.open != nil || cap(p.packed) > 4*endingsPiece {
			t.Errorf("piece %d is open, or takes %d bytes", i, cap(p.packed))
		}
	}
}
