package tracegen

import (
	"testing"

	"sparseracer/internal/trace"
)

// TestRaces: the trace is one that the validator takes. How many races it has is asked
// where they are shown, in internal/webui.
func TestRaces(t *testing.T) {
	src, err := Races(3, 4)
	if err != nil {
		t.Fatal(err)
	}
	r, err := trace.Checked(src).Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	kinds := map[trace.Kind]int{}
	var op trace.Op
	for r.Next(&op) == nil {
		kinds[op.Kind]++
	}
	if kinds[trace.Alloc] != 12 || kinds[trace.Read] != 12 || kinds[trace.Free] != 12 || kinds[trace.Deq] != 8 {
		t.Errorf("%v", kinds)
	}
}
