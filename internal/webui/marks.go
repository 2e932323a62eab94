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

// marks makes them once, by operation or by step; none before the analysis is there.
func (r *recording) marks(steps bool) marks {
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
	if r.places[0] == nil {
		r.places[0] = newMarks(a.Report, t)
	}
	if steps && r.places[1] == nil {
		r.places[1] = r.places[0].by(t)
	}
	if steps {
		return r.places[1]
	}
	return r.places[0]
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

// by are the same marks by step.
func (m marks) by(t *timeline.Timeline) marks {
	out := make(marks, len(m))
	for i := range m {
		out[i] = mark{t.Step(m[i].operation), m[i].row}
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
