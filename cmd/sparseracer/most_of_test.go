package main

import (
	"testing"

	"sparseracer/internal/report"
)

// TestMostOf: events count before operations, and operations where nobody has events.
func TestMostOf(t *testing.T) {
	part := func(deqs, operations uint64) *report.Stats {
		return &report.Stats{Kinds: map[string]uint64{"deq": deqs}, Operations: operations}
	}
	for name, c := range map[string]struct {
		parts []*report.Stats
		want  int
	}{
		"none":       {nil, -1},
		"events":     {[]*report.Stats{part(0, 900), part(3, 10), part(2, 500)}, 1},
		"no events":  {[]*report.Stats{part(0, 64), part(0, 954811), part(0, 70)}, 1},
		"like ones":  {[]*report.Stats{part(1, 5), part(1, 5)}, 0},
		"one, empty": {[]*report.Stats{part(0, 0)}, 0},
	} {
		if got := mostOf(c.parts); got != c.want {
			t.Errorf("%s: %d, expected %d", name, got, c.want)
		}
	}
}
