package recorder_test

import (
	"reflect"
	"testing"
)

func TestRuns(t *testing.T) {
	res := record(t, "", program(t, "runs.c")).ok(t)
	rec := decode(t, res.path)
	base := address(t, res.stdout)
	want := []string{"read 0+64", "write 0+24", "read 64+2", "read 100+1", "read 102+1", "read 104+1",
		"read 0+1", "read 1+1", "read 200+16384", "read 16584+3616"}
	var got []string
	for _, op := range rec.ops {
		if op.IsAccess() && op.Addr >= base && op.Addr < base+40000 {
			got = append(got, short(op, base))
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, expected %q", got, want)
	}
}
