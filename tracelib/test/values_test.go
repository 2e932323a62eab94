package recorder_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"sparseracer/internal/trace"
)

// TestValues: with values=1, what a block's last record of a place says is what
// the block left there, and nothing is said twice in a row; without, a write is
// one like all others.
func TestValues(t *testing.T) {
	exe := program(t, "values.c")
	with, last := valueWrites(t, "values=1", exe)
	want := []string{
		"0+4=a", "0+4=b", "8+8=b", "0+4=a", "0+2", "0+4=a", "1+1=c", "0+4=a", "22+4=d", "22+4=d",
		"end", "0+4=a", "own=b", "end", "end",
	}
	if !reflect.DeepEqual(with, want) {
		t.Errorf("got\n%s\nexpected\n%s", strings.Join(with, " "), strings.Join(want, " "))
	}
	if len(last) != 20000 {
		t.Errorf("%d of 20000 places were told", len(last))
	}
	for at, v := range last {
		if v != last[0] || v == 0 {
			t.Fatalf("place %d was left with %#x, the first one with %#x", at, v, last[0])
		}
	}
	without, last := valueWrites(t, "", exe)
	want = []string{"0+4", "8+8", "22+4", "end", "0+4", "own", "end", "end"}
	if !reflect.DeepEqual(without, want) {
		t.Errorf("without: got\n%s\nexpected\n%s", strings.Join(without, " "), strings.Join(want, " "))
	}
	for at, v := range last {
		if v != 0 {
			t.Fatalf("without: place %d has the value %#x", at, v)
		}
	}
}

// valueWrites lists the writes, values as letters in the order of appearance; and
// for each of the many cells the last value.
func valueWrites(t *testing.T, options, exe string) (writes []string, last map[uint64]uint64) {
	t.Helper()
	res := record(t, options, exe).ok(t)
	var cell, many uint64
	if _, err := fmt.Sscanf(res.stdout, "0x%x\n0x%x", &cell, &many); err != nil {
		t.Fatal(err)
	}
	letters := map[uint64]string{}
	last = map[uint64]uint64{}
	rec := decode(t, res.path)
	for _, op := range rec.ops {
		switch {
		case op.Kind == trace.End:
			writes = append(writes, "end")
			continue
		case op.Kind != trace.Write:
			continue
		case op.Addr-many < 4*20000:
			last[(op.Addr-many)/4] = op.Val
			continue
		}
		s := "own"
		if op.Addr-cell < 4096 {
			s = fmt.Sprintf("%d+%d", op.Addr-cell, op.Size)
		}
		if op.Mode&trace.ModeVal != 0 {
			if letters[op.Val] == "" {
				letters[op.Val] = string(rune('a' + len(letters)))
			}
			s += "=" + letters[op.Val]
		}
		writes = append(writes, s)
	}
	return writes, last
}
