package recorder_test

import (
	"testing"

	"sparseracer/internal/trace"
)

// TestQuiet: a tool that calls back into the program keeps that out of the trace,
// and nothing counts as lost.
func TestQuiet(t *testing.T) {
	res := record(t, "", program(t, "quiet.c")).ok(t)
	rec := decode(t, res.path)
	base := address(t, res.stdout)
	var writes []uint64
	for _, op := range rec.ops {
		if op.Kind == trace.Write && op.Addr-base < 4096 {
			writes = append(writes, op.Addr-base)
		}
		if op.Kind == trace.Alloc && op.Size == 4321 {
			t.Error("what was allocated in quiet is recorded")
		}
	}
	if len(writes) != 2 || writes[0] != 0 || writes[1] != 128 {
		t.Errorf("writes at %v, expected 0 and 128", writes)
	}
	if rec.meta.Lost != 0 {
		t.Errorf("lost: %d", rec.meta.Lost)
	}
}
