package recorder_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"sparseracer/internal/trace"
)

// TestSpins: of a variable that a handler loads again and again it is told once what it finds, and again where
// that is something else: it waited for who wrote it. What changes all the time has a bound.
func TestSpins(t *testing.T) {
	res := record(t, "", program(t, "spins.c")).ok(t)
	var shared, local, counter uint64
	if _, err := fmt.Sscan(res.stdout, &shared, &local, &counter); err != nil {
		t.Fatal(err)
	}
	found := map[trace.EventID]map[uint64][]uint64{}
	at := trace.NoEvent
	for _, op := range decode(t, res.path).ops {
		switch {
		case op.Kind == trace.Deq:
			at = op.Event
			found[at] = map[uint64][]uint64{}
		case op.Kind == trace.Read && op.Mode == trace.ModeAtomic|trace.ModeWas:
			found[at][op.Addr] = append(found[at][op.Addr], op.Val)
		}
	}
	var got []map[uint64][]uint64
	for _, e := range slices.Sorted(maps.Keys(found)) {
		got = append(got, found[e])
	}
	if len(got) != 4 {
		t.Fatalf("%d handlers", len(got))
	}
	for i, want := range []struct {
		addr   uint64
		values []uint64
	}{{shared, []uint64{0, 1}}, {local, []uint64{0, 1}}, {shared, []uint64{1, 1, 6}}} {
		if !slices.Equal(got[i][want.addr], want.values) || len(got[i]) != 1 {
			t.Errorf("handler %d finds %v, expected %v at %#x", i+1, got[i], want.values, want.addr)
		}
	}
	if n := len(got[3][counter]); n < 100 || n > 300 {
		t.Errorf("%d loads of a counter that never stays", n)
	}
}
