package report

import (
	"fmt"
	"slices"

	"sparseracer/sparsehb"
)

// The chain of events that led to a handler. A timer that is started again and
// again, as an animation's is, makes it as long as the recording and says the same
// in every line: such events make one run.

// maxPosters bounds the runs that are shown of a chain, the last ones; maxChain how
// far back it is followed.
const (
	maxPosters = 12
	maxChain   = 1000
)

// posterRun is events of a chain, each posted by the one before, that differ in
// nothing but their names.
type posterRun []*Event

// shortRun: up to so many events are shown one by one.
const shortRun = 3

// posters is the chain of an event from the first on, the event itself included,
// as far as the events were delivered after an operation (NoOp: all of it).
func posters(e *Event, after uint64) []posterRun {
	var chain []*Event
	for ; e != nil && len(chain) < maxChain && (after == sparsehb.NoOp || e.Deq != sparsehb.NoOp && e.Deq > after); e = e.Poster() {
		chain = append(chain, e)
	}
	slices.Reverse(chain)
	var runs []posterRun
	for _, e := range chain {
		if last := len(runs) - 1; last >= 0 && runs[last][0].Details() == e.Details() && e.Details() != "" {
			runs[last] = append(runs[last], e)
			continue
		}
		runs = append(runs, posterRun{e})
	}
	return runs[max(len(runs)-maxPosters, 0):]
}

// missingPosters are the events that must run before e can, and that the
// recorded run delivered after the limit; the first one first.
func missingPosters(e *Event, limit uint64) []posterRun {
	if e == nil || limit == sparsehb.NoOp {
		return nil
	}
	var out []posterRun
	for _, run := range posters(e.Poster(), limit) {
		if len(run) > shortRun {
			out = append(out, run)
			continue
		}
		for i := range run {
			out = append(out, run[i:i+1])
		}
	}
	return out
}

// shown are the events that get steps of their own: the first and the last of a
// long run.
func (r posterRun) shown() []*Event {
	if len(r) <= shortRun {
		return r
	}
	return []*Event{r[0], r[len(r)-1]}
}

// between describes the others, "" if there are none.
func (r posterRun) between() string {
	if len(r) <= shortRun {
		return ""
	}
	return fmt.Sprintf("%d more of the same follow, each brought about by the one before, up to event %s", len(r)-2, clean(r[len(r)-2].Name))
}

// full is the event, or the whole run, with details.
func (r posterRun) full() string {
	if len(r) == 1 {
		return r[0].full()
	}
	return fmt.Sprintf("events %s to %s (%d in a row, each brought about by the one before: %s)",
		clean(r[0].Name), clean(r[len(r)-1].Name), len(r), r[0].Details())
}
