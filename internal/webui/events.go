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
// count, kind; an arc event, enq, deq, row of the post, row of the handler.
type viewJSON struct {
	From       uint64    `json:"from"`
	To         uint64    `json:"to"`
	Step       uint64    `json:"step"`
	Operations uint64    `json:"operations"`
	Posts      int       `json:"posts"`
	Rows       []rowJSON `json:"rows"`
	Arcs       []int64   `json:"arcs"`
	Labels     []string  `json:"labels"`
	Hits       []int     `json:"hits"` // columns with an event that a search found
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
	t, err := r.lines()
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
	return out.make(t.Search(q.URL.Query().Get("q"))), nil
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
		if s.Guard != trace.NoGuard {
			what, name = int64(s.Guard), "loop "+m.t.GuardName(s.Guard)
		} else if e, ok := m.t.Event(s.Event); ok {
			kind, name, relation = int64(e.Label.Kind), e.Name+" "+e.Label.Text(), m.order(s.Event)
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

// relations tells how handlers stand to the one in focus: before it if their last
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

// markJSON is a place of a race on the timeline.
type markJSON struct {
	Operation uint64 `json:"operation"`
	Row       int    `json:"row"`
	Race      string `json:"race"`
	Kind      string `json:"kind"`
}

// maxMarks bounds those that are sent; races come in the report's order.
const maxMarks = 4000

func marks(r *recording, _ *http.Request) (any, error) {
	a, err := r.found()
	if err != nil {
		return nil, err
	}
	t, err := r.lines()
	if err != nil {
		return nil, err
	}
	out := []markJSON{}
	for _, race := range a.Report.Reported() {
		for _, p := range []*report.Place{&race.First, &race.Second} {
			row := -1
			if e, ok := t.Event(trace.EventID(eventID(p.Event))); ok {
				row = e.Row
			}
			if len(out) < maxMarks {
				out = append(out, markJSON{p.Operation, row, report.Clean(race.ID), p.Kind})
			}
		}
	}
	return out, nil
}

// eventJSON is all that is known of an event.
type eventJSON struct {
	ID       int32              `json:"id"`
	Name     string             `json:"name"`
	Text     string             `json:"text"`
	Kind     string             `json:"kind"`
	Enq      *uint64            `json:"enq"`
	Deq      *uint64            `json:"deq"`
	End      *uint64            `json:"end"`
	Dropped  bool               `json:"dropped"`
	Row      int                `json:"row"`
	Poster   *foundJSON         `json:"poster"`
	Prio     int32              `json:"prio"`
	Details  [][2]string        `json:"details"`
	Posts    []foundJSON        `json:"posts"`
	Loops    []string           `json:"loops"`
	Races    []string           `json:"races"`
	Frames   []report.FramePage `json:"frames"` // of the post
	Analyzed bool               `json:"analyzed"`
}

// foundJSON is an event in a list.
type foundJSON struct {
	ID   int32   `json:"id"`
	Name string  `json:"name"`
	Text string  `json:"text"`
	Deq  *uint64 `json:"deq"`
	Enq  *uint64 `json:"enq"`
	End  *uint64 `json:"end"`
	Row  int     `json:"row"`
}

func foundOf(e *timeline.Event) foundJSON {
	return foundJSON{int32(e.ID), report.Clean(e.Name), report.Clean(e.Label.Text()), operation(e.Deq), operation(e.Enq), operation(e.End), e.Row}
}

func event(r *recording, q *http.Request) (any, error) {
	t, err := r.lines()
	if err != nil {
		return nil, err
	}
	n, err := id(q, "id")
	if err != nil {
		return nil, err
	}
	e, ok := t.Event(trace.EventID(n))
	if !ok {
		return nil, errAbsent{"event " + q.URL.Query().Get("id")}
	}
	out := &eventJSON{ID: n, Name: report.Clean(e.Name), Text: report.Clean(e.Label.Text()), Kind: e.Label.Kind.String(),
		Enq: operation(e.Enq), Deq: operation(e.Deq), End: operation(e.End), Dropped: e.Dropped, Row: e.Row,
		Details: [][2]string{}, Posts: []foundJSON{}, Loops: []string{}, Races: []string{}}
	if p, ok := t.Event(e.Poster); ok {
		poster := foundOf(&p)
		out.Poster = &poster
	}
	for _, id := range t.Posts(e.ID) {
		if p, ok := t.Event(id); ok {
			out.Posts = append(out.Posts, foundOf(&p))
		}
	}
	if a, err := r.found(); err == nil {
		out.analyzed(a, r.quote())
	}
	return out, nil
}

// analyzed adds what only the analysis knows.
func (out *eventJSON) analyzed(a *Analysis, quote report.Quote) {
	out.Analyzed = true
	if int(out.ID) >= len(a.Result.Events) {
		return
	}
	e := &a.Result.Events[out.ID]
	out.Prio = e.Prio
	for _, attr := range e.Attrs {
		out.Details = append(out.Details, [2]string{report.Clean(attr.Key), report.Clean(attr.Value)})
	}
	for _, g := range e.Loops {
		out.Loops = append(out.Loops, report.Clean(a.Result.Tables.GuardName(g)))
	}
	for _, race := range a.Report.Reported() {
		if eventID(race.First.Event) == out.ID || eventID(race.Second.Event) == out.ID {
			out.Races = append(out.Races, report.Clean(race.ID))
		}
	}
	out.Frames = report.FramePages(report.Frames(a.Result.Tables, a.Symbols, e.PostStack, false), quote)
}

// searchJSON are some of the events that a search found.
type searchJSON struct {
	Total int         `json:"total"`
	First int         `json:"first"` // place of the first one listed
	List  []foundJSON `json:"list"`
}

// shownFound is how many a search lists at a time.
const shownFound = 100

func search(r *recording, q *http.Request) (any, error) {
	t, err := r.lines()
	if err != nil {
		return nil, err
	}
	first, err := number(q, "first", 0)
	if err != nil {
		return nil, err
	}
	found := t.Search(q.URL.Query().Get("q"))
	if q.URL.Query().Has("at") { // the first one from an operation on
		at, err := number(q, "at", 0)
		if err != nil {
			return nil, err
		}
		first = uint64(found.Next(at))
	}
	out := searchJSON{Total: len(found.Events), First: int(min(first, uint64(len(found.Events)))), List: []foundJSON{}}
	for _, id := range found.Events[out.First:min(out.First+shownFound, out.Total)] {
		if e, ok := t.Event(id); ok {
			out.List = append(out.List, foundOf(&e))
		}
	}
	return out, nil
}
