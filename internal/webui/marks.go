package webui

import (
	"cmp"
	"slices"
	"sort"

	"sparseracer/internal/report"
	"sparseracer/internal/timeline"
	"sparseracer/internal/trace"
)

// mark is an operation of a race on the timeline.
type mark struct {
	operation uint64
	row       int // -1: in no handler
}

// marks are those of all reported races, by operation.
type marks []mark

// marks makes them once for each axis; none before the analysis is there.
func (r *recording) marks(by axis) marks {
	r.listing.Lock()
	defer r.listing.Unlock()
	a, err := r.found()
	if err != nil {
		return nil
	}
	t, err := r.lines()
	if err != nil {
		return nil
	}
	if r.places[byOperation] == nil {
		r.places[byOperation] = newMarks(a.Report, t)
	}
	if r.places[by] == nil {
		r.places[by] = r.places[byOperation].at(map[axis]func(uint64) uint64{byStep: t.Step, byClock: t.Moment}[by])
	}
	return r.places[by]
}

func newMarks(rep *report.Report, t *timeline.Timeline) marks {
	out := marks{}
	for _, race := range rep.Reported() {
		for _, p := range []*report.Place{&race.First, &race.Second} {
			row := -1
			if e, ok := t.Event(trace.EventID(eventID(p.Event))); ok {
				row = e.Row
			}
			out = append(out, mark{p.Operation, row})
		}
	}
	slices.SortFunc(out, func(a, b mark) int { return cmp.Or(cmp.Compare(a.operation, b.operation), cmp.Compare(a.row, b.row)) })
	return slices.Compact(out)
}

// at are the same marks where another axis has them.
func (m marks) at(place func(operation uint64) uint64) marks {
	out := make(marks, len(m))
	for i := range m {
		out[i] = mark{place(m[i].operation), m[i].row}
	}
	return slices.Compact(out)
}

// in are the marks of a view, of each row the first in a column: a screen shows no more.
func (m marks) in(v *timeline.View) []int64 {
	out := []int64{}
	next := map[int]uint64{} // by row: where its next column begins
	for i := sort.Search(len(m), func(i int) bool { return m[i].operation >= v.From }); i < len(m) && m[i].operation < v.To; i++ {
		if x := m[i]; x.operation >= next[x.row] {
			next[x.row] = v.From + ((x.operation-v.From)/v.Step+1)*v.Step
			out = append(out, int64(x.operation), int64(x.row))
		}
	}
	return out
}
