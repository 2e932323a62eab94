package recorder_test

import (
	"fmt"
	"slices"
	"testing"

	"sparseracer/internal/trace"
)

func TestCommuting(t *testing.T) {
	res := record(t, "", program(t, "commuting.c")).ok(t)
	rec := decode(t, res.path)
	base := address(t, res.stdout)
	var got []string
	for _, op := range rec.ops {
		switch {
		case op.Kind == trace.Deq:
			got = append(got, "deq")
		case op.IsAccess() && op.Addr-base >= 64:
			got = append(got, fmt.Sprintf("%v of the heap %s", op.Kind, rec.tables.CommuteName(op.Commutes)))
		case op.IsAccess():
			got = append(got, fmt.Sprintf("%v %d+%d %s mode %d", op.Kind, op.Addr-base, op.Size, rec.tables.CommuteName(op.Commutes), op.Mode&^trace.ModeCommutes))
		}
	}
	want := []string{
		"deq", "write 0+4 add mode 0", "write 0+4 or mode 0", "read 0+4  mode 0", "write 0+4  mode 0",
		"write 8+8 xor mode 2", "write 16+1 and mode 0", "write 17+1 and mode 0",
		"deq", "write of the heap add",
		"deq", "read 0+4  mode 0", "read 0+4 visited mode 0", "write 4+4 visited mode 0", "write 8+4 visited mode 0", "read 4+4  mode 0",
		"deq", "read 0+4  mode 0",
	}
	if !slices.Equal(got, want) {
		t.Errorf("recorded\n%q\nwant\n%q", got, want)
	}
}
