package recorder_test

import (
	"fmt"
	"strconv"
	"testing"

	"sparseracer/internal/trace"
)

// TestThreadStarts: the start of a thread stands before all it does, under its number, in the
// thread that started it; one that could not be made is taken back; thread ends and
// attributes are what they are without us.
func TestThreadStarts(t *testing.T) {
	res := record(t, "", program(t, "starts.c")).ok(t)
	rec := decode(t, res.path)
	var inner, outer, first, unseen, waiting uint64
	if _, err := fmt.Sscan(res.stdout, &inner, &outer, &first, &unseen, &waiting); err != nil {
		t.Fatal(err)
	}
	starter := map[trace.ThreadID]trace.ThreadID{} // by thread
	started := map[trace.EventID]trace.ThreadID{}
	by := map[uint64][]trace.ThreadID{} // threads by what they wrote
	dropped := 0
	for i, op := range rec.ops {
		switch op.Kind {
		case trace.Enq:
			n, err := strconv.Atoi(op.Attr("starts"))
			if _, again := starter[trace.ThreadID(n)]; err != nil || n == 0 || again || op.EventKind != trace.Env || op.Stack == trace.NoStack {
				t.Errorf("operation %d: %+v", i, op)
			}
			starter[trace.ThreadID(n)], started[op.Event] = op.Thread, trace.ThreadID(n)
		case trace.Drop:
			delete(starter, started[op.Event])
			dropped++
		case trace.Write:
			by[op.Addr] = append(by[op.Addr], op.Thread)
		}
		if _, known := starter[op.Thread]; !known && op.Thread != 0 && op.Kind == trace.Write && op.Addr != unseen {
			t.Errorf("operation %d of thread %d, which nobody started", i, op.Thread)
		}
	}
	for _, at := range []uint64{outer, first, waiting} {
		if len(by[at]) != 1 || starter[by[at][0]] != 0 {
			t.Errorf("threads %v wrote %#x, started by %v", by[at], at, starter)
		}
	}
	if w := by[inner]; len(w) != 201 || starter[w[0]] != by[outer][0] || starter[w[200]] != 0 {
		t.Errorf("%d threads wrote, the first one started by %d", len(w), starter[w[0]])
	}
	if w := by[unseen]; len(w) != 1 {
		t.Errorf("C11's thread is recorded as %v, expected one number", w)
	} else if _, known := starter[w[0]]; known {
		t.Errorf("C11's thread %d has somebody else's number", w[0])
	}
	if dropped != 1 || len(starter) != 2+40+1+1+1+200 || rec.meta.Lost != 0 || !rec.meta.Complete {
		t.Errorf("%d starts taken back, %d left, header %+v", dropped, len(starter), rec.meta)
	}
}
