package timeline

import (
	"cmp"
	"slices"
	"sort"

	"sparseracer/internal/trace"
)

// Alike are the handlers of one label together.
type Alike struct {
	Label      Label
	Count      int
	Operations uint64        // of their own, without those of handlers that ran within
	Longest    trace.EventID // the one with most operations, what ran within it included
	longest    uint64
}

// Handlers sums up what was delivered, by label: where the operations went. Those with
// most operations come first.
func (t *Timeline) Handlers() []Alike {
	t.handlers.Do(func() { t.alike = t.sumHandlers() })
	return t.alike
}

// sumHandlers gives each slice its operations and takes them from the handler that it
// lies in. O(n log n) for n slices.
func (t *Timeline) sumHandlers() []Alike {
	own := make([]int64, len(t.labels)) // by label
	out := make([]Alike, len(t.labels))
	for _, tr := range t.tracks {
		outer := t.around(tr)
		for i, what := range tr.what {
			if what < 0 { // a loop's operations are its handler's, but for what it delivers
				continue
			}
			id, length := trace.EventID(what), tr.end[i]-tr.start[i]
			l := t.events[what].label
			own[l] += int64(length)
			a := &out[l]
			if a.Count++; a.Count == 1 || length > a.longest {
				a.Longest, a.longest = id, length
			}
			if p := t.within(outer, tr.start[i]); p != trace.NoEvent {
				own[t.events[p].label] -= int64(length)
			}
		}
	}
	for i := range out {
		out[i].Label, out[i].Operations = t.labels[i], uint64(max(own[i], 0))
	}
	out = slices.DeleteFunc(out, func(a Alike) bool { return a.Count == 0 })
	slices.SortStableFunc(out, func(a, b Alike) int {
		return cmp.Or(cmp.Compare(b.Operations, a.Operations), cmp.Compare(b.Count, a.Count))
	})
	return out
}

// around are the tracks of the same thread that lie outside, the nearest first.
func (t *Timeline) around(tr *track) []*track {
	var out []*track
	for _, o := range t.tracks {
		if o.thread == tr.thread && o.depth < tr.depth {
			out = append(out, o)
		}
	}
	slices.SortFunc(out, func(a, b *track) int { return cmp.Compare(b.depth, a.depth) })
	return out
}

// within is the innermost handler on tracks that runs at an operation.
func (t *Timeline) within(tracks []*track, op uint64) trace.EventID {
	for _, tr := range tracks {
		i := sort.Search(len(tr.start), func(i int) bool { return tr.start[i] > op }) - 1
		if i >= 0 && tr.end[i] > op && tr.what[i] >= 0 {
			return trace.EventID(tr.what[i])
		}
	}
	return trace.NoEvent
}
