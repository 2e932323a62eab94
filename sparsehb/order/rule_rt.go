package order

import (
	"slices"
	"sort"

	"sparseracer/internal/trace"
)

var rt = Rule{
	ID: "RT", Name: "timers by their due times", Sets: InExact | InBatch, Kind: Theorem,
	Sentence: "Of two timers, the one that is due first in any run fires first.",
	Limit:    "Of timers of one kind and interval, the 64 latest before a firing are looked at.",
	Breaks:   "Somebody who stops the timer and is not recorded (testdata/assumptions).",
	HeldBy:   []string{"TestEnvironmentRules"},
	prepare:  func(ps *pass) bool { return len(ps.env.due) > 0 },
	deq:      (*pass).ruleRT,
	next:     (*pass).sureTimers,
}

// fewAlike is how many timers of one kind and interval, the latest before a
// firing, RT looks at: a program that starts millions would cost time in their
// square.
const fewAlike = 64

// ruleRT, due times: T1, T2 first firings of timers, enq(T1) ≺ enq(T2), T1 due
// no later than T2 in any run, and nothing that stops T1's timer can come
// before T1: the first block of T1 precedes deq(T2).
func (ps *pass) ruleRT(e trace.EventID) {
	n, is := ps.env.first[e]
	if !is {
		return
	}
	ps.settle()
	due := ps.env.due
	for _, t := range ps.env.times {
		ps.tally(1)
		if !t.Before(due[n].due) {
			continue
		}
		if ps.exhausted() {
			break
		}
		alike := ps.env.alike[t]
		from := sort.SearchInts(alike, int(n))
		ps.tally(min(from, fewAlike))
		for _, i := range alike[max(0, from-fewAlike):from] {
			t1 := &due[i]
			if t1.sure && ps.enqBefore(t1.event, e) {
				ps.put(ps.runsTo(ps.events[t1.event].FirstBlock), ruleRT)
			}
		}
	}
	ps.settle()
}

// sureTimers looks for timers of which it is now known that nothing stops them before
// they fire, and reports whether there are new ones.
func (ps *pass) sureTimers() bool {
	found := false
	for i := range ps.env.due {
		d := &ps.env.due[i]
		if d.sure {
			continue
		}
		first := ps.events[d.event].FirstBlock
		if ps.tally(len(d.ends)); ps.exhausted() {
			break
		}
		d.sure = !slices.ContainsFunc(d.ends, func(b BlockID) bool { return b < 0 || !ps.o.AtOrBefore(first, b) })
		found = found || d.sure
	}
	return found
}
