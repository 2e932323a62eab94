package timeline

import (
	"cmp"
	"slices"
	"sort"

	"sparseracer/internal/trace"
)

// sortTracks puts the rows in the order in which they are shown: the thread with
// most slices first, each from the outermost to the innermost.
func (b *builder) sortTracks() {
	weight := map[trace.ThreadID]int{}
	for _, t := range b.tracks {
		weight[t.thread] += len(t.start)
	}
	order := make([]int32, len(b.tracks))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(i, j int32) int {
		x, y := b.tracks[i], b.tracks[j]
		return cmp.Or(cmp.Compare(weight[y.thread], weight[x.thread]), cmp.Compare(x.thread, y.thread), cmp.Compare(x.depth, y.depth))
	})
	place := make([]int32, len(order))
	sorted := make([]*track, len(order))
	for to, from := range order {
		place[from], sorted[to] = int32(to), b.tracks[from]
	}
	b.tracks = sorted
	for i := range b.events {
		e := &b.events[i]
		if e.from >= 0 {
			e.from = place[e.from]
		}
		if e.to >= 0 {
			e.to = place[e.to]
		}
	}
}

// Query is a stretch of the trace, [From, To), and the columns it is shown in.
type Query struct {
	From, To uint64
	Columns  int
	Arcs     int           // at most so many
	Focus    trace.EventID // an event whose arcs are all wanted, or NoEvent
}

// maxColumns bounds a query: no screen is wider, with its margins.
const maxColumns = 16384

func (q *Query) fit(operations uint64) {
	q.To = min(q.To, operations)
	if q.From >= q.To {
		q.From, q.To = 0, operations
	}
	q.Columns = min(max(q.Columns, 1), maxColumns)
	q.Arcs = min(max(q.Arcs, 0), maxArcs)
}

// step is how many operations stand in a column.
func (q *Query) step() uint64 { return max((q.To-q.From)/uint64(q.Columns), 1) }

// Slice is a handler or loop that is at least a column wide.
type Slice struct {
	Start, End uint64 // End exclusive
	Event      trace.EventID
	Loop       trace.LoopID // of a nested loop, else NoLoop
}

// Bin is what begins in one column and is narrower than it.
type Bin struct {
	Start uint64 // where the column begins
	Count int
	Kind  trace.EventKind // the most frequent one, by a sample
}

// Row is what a track shows.
type Row struct {
	Thread trace.ThreadID
	Depth  int
	Slices []Slice
	Bins   []Bin
}

// View is the answer to a query.
type View struct {
	Query
	Step  uint64 // operations in a column
	Rows  []Row
	Arcs  []Arc
	Posts int // made in the stretch, drawn or not
}

// View looks at a stretch. It takes O(columns · log slices) for each row.
func (t *Timeline) View(q Query) *View {
	q.fit(t.Operations)
	v := &View{Query: q, Step: q.step()}
	for _, tr := range t.tracks {
		v.Rows = append(v.Rows, t.row(tr, &q))
	}
	v.Arcs, v.Posts = t.arcsOf(&q)
	return v
}

// row goes from column to column:
//  1. A slice as wide as a column stands for itself.
//  2. Else all that begin in its column are one bin, but the last of them may
//     reach out of it, and be one that stands for itself.
func (t *Timeline) row(tr *track, q *Query) Row {
	out, step := Row{Thread: tr.thread, Depth: tr.depth}, q.step()
	n := len(tr.start)
	i := sort.Search(n, func(i int) bool { return tr.end[i] > q.From })
	for i < n && tr.start[i] < q.To {
		if tr.end[i]-tr.start[i] >= step {
			out.Slices = append(out.Slices, tr.slice(i))
			i++
			continue
		}
		column := q.From
		if tr.start[i] > q.From {
			column += (tr.start[i] - q.From) / step * step
		}
		end := min(column+step, q.To)
		j := i + sort.Search(n-i, func(k int) bool { return tr.start[i+k] >= end })
		if last := j - 1; last > i && tr.end[last]-tr.start[last] >= step {
			j--
		}
		out.Bins = append(out.Bins, Bin{Start: column, Count: j - i, Kind: t.commonKind(tr, i, j)})
		i = j
	}
	return out
}

func (tr *track) slice(i int) Slice {
	s := Slice{Start: tr.start[i], End: tr.end[i], Event: trace.NoEvent, Loop: trace.NoLoop}
	if w := tr.what[i]; w >= 0 {
		s.Event = trace.EventID(w)
	} else {
		s.Loop = trace.LoopID(^w)
	}
	return s
}

// commonKind looks at a few of the slices i to j-1, evenly spread.
func (t *Timeline) commonKind(tr *track, i, j int) trace.EventKind {
	const looks = 9
	var seen [8]int
	best := trace.EventKind(0)
	for k := range min(looks, j-i) {
		w := tr.what[i+k*(j-i)/min(looks, j-i)]
		if w < 0 {
			continue
		}
		kind := t.labels[t.events[w].label].Kind & 7
		if seen[kind]++; seen[kind] > seen[best] {
			best = kind
		}
	}
	return best
}
