package order

import (
	"math/rand"
	"testing"

	"sparseracer/internal/trace"
)

// TestStepLog: steps come out as they went in.
func TestStepLog(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	var l stepLog
	var want []step
	op := uint64(0)
	for range 200_000 {
		op += 1 + uint64(rnd.Intn(1000)*rnd.Intn(1000))
		s := step{op: op, prev: op - 1 - uint64(rnd.Intn(int(min(op, 1000)))), kind: trace.Kind(rnd.Intn(20)),
			thread: trace.ThreadID(rnd.Intn(3) * rnd.Intn(1000)), event: trace.EventID(rnd.Int31()>>rnd.Intn(31) - 1), loop: trace.LoopID(rnd.Int31()>>rnd.Intn(31) - 1)}
		if rnd.Intn(1000) == 0 {
			s.prev = NoOp
		}
		l.add(s)
		want = append(want, s)
	}
	i := 0
	err := l.each(func(s *step) error {
		if *s != want[i] {
			t.Fatalf("step %d is %+v, expected %+v", i, *s, want[i])
		}
		i++
		return nil
	})
	if err != nil || i != len(want) {
		t.Errorf("%d steps, %v, expected %d", i, err, len(want))
	}
}
