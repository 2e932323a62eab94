package semantics

import (
	"fmt"

	"sparseracer/internal/trace"
)

// Verdict is what all schedules of a program say about the order of one that was
// recorded. Blocks have the numbers of that recording.
type Verdict struct {
	True, Found, Wrong uint64
	Example            string // of a wrong or a missed pair
	Missed             [][2]int
}

// Places are the numbers that the truth has for the blocks of a recorded schedule,
// whose events are given.
func (t *Truth) Places(events []trace.EventID) []int {
	place, nth := make([]int, len(events)), map[trace.EventID]int{}
	for i, e := range events {
		if e >= 0 {
			place[i] = t.Block(e, nth[e])
			nth[e]++
		}
	}
	return place
}

// Hold holds an order of a recorded schedule, whose blocks have these events, against
// all schedules.
func (t *Truth) Hold(events []trace.EventID, before func(a, b int) bool) Verdict {
	var v Verdict
	place := t.Places(events)
	for b := range events {
		for a := range b {
			reversible, ordered := t.Reversible(place[a], place[b]), before(a, b)
			switch {
			case reversible && ordered:
				v.Wrong++
				v.Example = fmt.Sprintf("block %d before %d", a, b)
			case !reversible:
				v.True++
				if ordered {
					v.Found++
				} else {
					v.Missed = append(v.Missed, [2]int{a, b})
				}
			}
		}
	}
	return v
}
