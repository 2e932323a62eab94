package webui

import (
	"net/http"

	"sparseracer/internal/report"
	"sparseracer/internal/timeline"
	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// viewJSON is a stretch of the timeline. Numbers stand in flat lists, for there
// are thousands: a slice is start, end, event or loop, kind, label, relation; a bin start,
// count, kind; an arc event, enq, deq, row of the post, row of the handler;
// a mark operation, row.
type viewJSON struct {
	From       uint64    `json:"from"`
	To         uint64    `json:"to"`
	Step       uint64    `json:"step"`
	Operations uint64    `json:"operations"` // the length of the axis: operations, steps, nanoseconds
	Clock      bool      `json:"clock"`      // there is an axis of time
	Posts      int       `json:"posts"`
	Rows       []rowJSON `json:"rows"`
	Arcs       []int64   `json:"arcs"`
	Labels     []string  `json:"labels"`
	Hits       []int     `json:"hits"`  // columns with an event that a search found
	Marks      []int64   `json:"marks"` // operations of races, one a column: operation, row
}

type rowJSON struct {
	Thread uint32  `json:"thread"`
	Depth  int     `json:"depth"`
	Slices []int64 `json:"slices"`
	Bins   []int64 `json:"bins"`
}

// loopKind stands for a nested loop where the kind of an event is expected.
const loopKind = 7

// Relations of a slice to the handler in focus.
const (
	unknown int64 = iota
	before
	after
	unordered
	itself
)

// labelled is how many columns a slice must have for its name to be sent.
const labelled = 24

func view(r *recording, q *http.Request) (any, error) {
	t, by, err := r.axis(q)
	if err != nil {
		return nil, err
	}
	query := timeline.Query{}
	if query.From, err = number(q, "from", 0); err != nil {
		return nil, err
	}
	if query.To, err = number(q, "to", t.Operations); err != nil {
		return nil, err
	}
	columns, err := number(q, "columns", 1000)
	if err != nil {
		return nil, err
	}
	arcs, err := number(q, "arcs", 300)
	if err != nil {
		return nil, err
	}
	focus, err := id(q, "focus")
	if err != nil {
		return nil, err
	}
	query.Columns, query.Arcs, query.Focus = int(min(columns, 1<<20)), int(min(arcs, 1<<20)), trace.EventID(focus)
	v := t.View(query)
	a, _ := r.found() // relations are there once the order is
	out := viewMaker{t: t, view: v, labels: map[string]int64{}, order: relations(a, query.Focus)}
	made := out.make(t.Search(q.URL.Query().Get("q")))
	made.Marks = r.marks(by).in(v)
	if t, err := r.lines(); err == nil {
		made.Clock = t.HasClock()
	}
	return made, nil
}

// alikeJSON are handlers of one kind together.
type alikeJSON struct {
	Text       string `json:"text"`
	Kind       string `json:"kind"`
	Count      int    `json:"count"`
	Operations uint64 `json:"operations"`
	Longest    int32  `json:"longest"`
	Name       string `json:"name"` // of that
}

// handlersJSON says where the operations of a recording went.
type handlersJSON struct {
	Operations uint64      `json:"operations"`
	All        int         `json:"all"`
	List       []alikeJSON `json:"list"` // the first of them
}

func handlersOf(r *recording, _ *http.Request) (any, error) {
	t, err := r.lines()
	if err != nil {
		return nil, err
	}
	all := t.Handlers()
	out := &handlersJSON{Operations: t.Operations, All: len(all), List: []alikeJSON{}}
	for _, a := range all[:min(len(all), shownShapes)] {
		longest, _ := t.Event(a.Longest)
		out.List = append(out.List, alikeJSON{report.Clean(a.Label.Text()), a.Label.Kind.String(), a.Count, a.Operations, int32(a.Longest), report.Clean(longest.Name)})
	}
	return out, nil
}

type viewMaker struct {
	t      *timeline.Timeline
	view   *timeline.View
	labels map[string]int64
	out    viewJSON
	order  func(trace.EventID) int64
}

func (m *viewMaker) make(found *timeline.Found) *viewJSON {
	v := m.view
	m.out = viewJSON{From: v.From, To: v.To, Step: v.Step, Operations: m.t.Operations, Posts: v.Posts, Arcs: []int64{},
		Labels: []string{}, Rows: []rowJSON{}, Hits: found.Columns(v.Query, m.t.Operations)}
	for i := range v.Rows {
		m.out.Rows = append(m.out.Rows, m.row(&v.Rows[i]))
	}
	for _, a := range v.Arcs {
		m.out.Arcs = append(m.out.Arcs, int64(a.Event), int64(a.Enq), int64(a.Deq), int64(a.From), int64(a.To))
	}
	return &m.out
}

func (m *viewMaker) row(r *timeline.Row) rowJSON {
	out := rowJSON{Thread: uint32(r.Thread), Depth: r.Depth, Slices: []int64{}, Bins: []int64{}}
	for _, s := range r.Slices {
		what, kind, label, relation := int64(s.Event), int64(loopKind), int64(-1), unknown
		name := ""
		if s.Loop != trace.NoLoop {
			what, name = int64(s.Loop), "loop "+m.t.LoopName(s.Loop)
		} else if e, ok := m.t.Event(s.Event); ok {
			kind, name, relation = int64(e.Label.Kind), e.Label.Text()+" "+e.Name, m.order(s.Event)
		}
		if float64(s.End-s.Start)*float64(m.view.Columns) >= labelled*float64(m.view.To-m.view.From) {
			label = m.label(report.Clean(name))
		}
		out.Slices = append(out.Slices, int64(s.Start), int64(s.End), what, kind, label, relation)
	}
	for _, b := range r.Bins {
		out.Bins = append(out.Bins, int64(b.Start), int64(b.Count), int64(b.Kind))
	}
	return out
}

func (m *viewMaker) label(text string) int64 {
	i, ok := m.labels[text]
	if !ok {
		i = int64(len(m.out.Labels))
		m.labels[text] = i
		m.out.Labels = append(m.out.Labels, text)
	}
	return i
}

// relations says how handlers stand to the one in focus: before it if their last
// block comes before its first one.
func relations(a *Analysis, focus trace.EventID) func(trace.EventID) int64 {
	if a == nil || focus < 0 || int(focus) >= len(a.Result.Events) || a.Result.Events[focus].FirstBlock == sparsehb.NoBlock {
		return func(trace.EventID) int64 { return unknown }
	}
	o, f := a.Result.Order, &a.Result.Events[focus]
	return func(id trace.EventID) int64 {
		e := &a.Result.Events[id]
		switch {
		case id == focus:
			return itself
		case e.FirstBlock == sparsehb.NoBlock:
			return unknown
		case o.Before(e.LastBlock, f.FirstBlock):
			return before
		case o.Before(f.LastBlock, e.FirstBlock):
			return after
		}
		return unordered
	}
}
