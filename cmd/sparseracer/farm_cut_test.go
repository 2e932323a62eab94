package main

import (
	"testing"

	"sparseracer/internal/farm"
)

// TestCut: ranges cover all runs once, in order; the first ones are large, so that few jobs are started, and
// the last ones small, so that slots end together.
func TestCut(t *testing.T) {
	of := sizes[farm.Fuzz]
	for _, c := range []struct{ from, to, slots, most int }{{0, 2000, 2, 20}, {0, 7, 2, 1}, {100, 10_000, 64, 1000}, {0, 100, 0, 8}, {0, 1_000_000, 1, 4100}} {
		list := cut(c.from, c.to, c.slots, of)
		at := c.from
		for i, r := range list {
			if r.From != at || r.To <= r.From || r.To-r.From > of.most || i > 0 && r.To-r.From > list[i-1].To-list[i-1].From {
				t.Fatalf("%+v: range %d is %+v", c, i, r)
			}
			at = r.To
		}
		if at != c.to || len(list) > c.most {
			t.Errorf("%+v: %d ranges up to %d, expected at most %d", c, len(list), at, c.most)
		}
	}
	if list := cut(0, 2000, 2, of); list[0] != (farm.Range{From: 0, To: of.most}) || list[len(list)-1].To-list[len(list)-1].From > of.least {
		t.Errorf("%+v", list)
	}
}
