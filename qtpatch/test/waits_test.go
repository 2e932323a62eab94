package qtpatch_test

import (
	"testing"

	"sparseracer/internal/trace"
)

// TestWaits: only a wait that came to its end says that others come before.
func TestWaits(t *testing.T) {
	program := build(t, "waits", "g++", append([]string{"-std=c++17", "-fPIC", "testdata/waits.cpp"}, flags(t, "Qt5Core")...)...)
	ops, _ := record(t, program)
	late, ended, after := 0, 0, false
	for i := range ops {
		switch op := &ops[i]; {
		case op.Kind != trace.Enq:
		case op.Attr("type") == "1000":
			after = true
		case op.Attr("type") == "Waited" && after:
			ended++
		case op.Attr("type") == "Waited":
			late++
		}
	}
	if late > 0 || ended < 2 {
		t.Errorf("%d waits that came to no end were recorded, and %d others", late, ended)
	}
}
