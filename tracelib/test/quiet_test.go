package recorder_test

import (
	"slices"
	"testing"

	"sparseracer/internal/trace"
)

// TestQuiet: a tool that calls back into the program keeps that out of the trace,
// and nothing counts as lost. Allocations and frees stay in: the program may free
// later what it got there, or get again what it freed.
func TestQuiet(t *testing.T) {
	res := record(t, "", program(t, "quiet.c")).ok(t)
	rec := decode(t, res.path)
	base := address(t, res.stdout)
	var writes []uint64
	live := map[uint64]uint64{}
	var sizes []uint64
	for _, op := range rec.ops {
		if op.Kind == trace.Write && op.Addr-base < 4096 {
			writes = append(writes, op.Addr-base)
		}
		switch {
		case op.Kind == trace.Alloc:
			live[op.Addr] = op.Size
		case op.Kind == trace.Free && live[op.Addr] == 0:
			t.Errorf("a free of %#x, which nothing allocated", op.Addr)
		case op.Kind == trace.Free && live[op.Addr] > 4000:
			sizes = append(sizes, live[op.Addr])
		}
		if op.Kind == trace.Free {
			delete(live, op.Addr)
		}
	}
	if len(writes) != 2 || writes[0] != 0 || writes[1] != 128 {
		t.Errorf("writes at %v, expected 0 and 128", writes)
	}
	if want := []uint64{4321, 4001, 4002, 4003, 4004, 4005}; !slices.Equal(sizes, want) {
		t.Errorf("freed blocks of %d bytes, expected %d", sizes, want)
	}
	if rec.meta.Lost != 0 {
		t.Errorf("lost: %d", rec.meta.Lost)
	}
}
