package recorder_test

import (
	"testing"

	"sparseracer/internal/trace"
)

// TestMoments: handlers and loops say when they begin and end, where that is another tick than before.
func TestMoments(t *testing.T) {
	res := record(t, "", program(t, "moments.c")).ok(t)
	rec := decode(t, res.path)
	var at []uint64 // of deq, end, deq, pause, resume, end
	now, told := uint64(0), 0
	for _, op := range rec.ops {
		if op.Moment != 0 {
			if op.Moment <= now {
				t.Errorf("%s at %d ms, after %d", op.Kind, op.Moment, now)
			}
			now = op.Moment
			told++
		}
		switch op.Kind {
		case trace.Deq, trace.End, trace.Pause, trace.Resume:
			at = append(at, now)
		}
	}
	if len(at) != 6006 || now > 60_000 {
		t.Fatalf("%d operations with moments, the last one at %d ms", len(at), now)
	}
	const tick = 10 // the coarsest one of Linux
	for i, least := range []uint64{0, 60, 120, 0, 60, 0} {
		if before := at[max(i-1, 0)]; at[i]+tick < before+least {
			t.Errorf("operation %d at %d ms, the one before at %d", i, at[i], before)
		}
	}
	if told > 3000 {
		t.Errorf("%d moments for what takes no time", told)
	}
}
