package webui

import (
	"net/http"

	"sparseracer/internal/report"
	"sparseracer/internal/timeline"
	"sparseracer/internal/trace"
)

// eventJSON is all that is known of an event.
type eventJSON struct {
	ID       int32              `json:"id"`
	Name     string             `json:"name"`
	Text     string             `json:"text"`
	Kind     string             `json:"kind"`
	Enq      *uint64            `json:"enq"`
	Deq      *uint64            `json:"deq"`
	End      *uint64            `json:"end"`
	Shown    *foundJSON         `json:"shown"`    // where, on the axis that was asked for
	BeganMS  *float64           `json:"began_ms"` // since the recording began; null where that is not known
	TookMS   *float64           `json:"took_ms"`
	Dropped  bool               `json:"dropped"`
	Row      int                `json:"row"`
	Poster   *foundJSON         `json:"poster"`
	Prio     int32              `json:"prio"`
	Details  [][2]string        `json:"details"`
	Posts    []foundJSON        `json:"posts"`
	Loops    []string           `json:"loops"`
	Races    []namedRace        `json:"races"`       // the first of them
	AllRaces int                `json:"races_total"` // how many there are
	Frames   []report.FramePage `json:"frames"`      // of the post
	Analyzed bool               `json:"analyzed"`
}

// namedRace is a race in a short list: an id says nothing to a person.
type namedRace struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Name  string `json:"name"`
}

func nameOf(r *report.Race) namedRace {
	return namedRace{report.Clean(r.ID), r.Title(), r.Brief()}
}

// shownRaces is how many a short list names.
const shownRaces = 12

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
	axis, _, err := r.axis(q)
	if err != nil {
		return nil, err
	}
	out := &eventJSON{ID: n, Name: report.Clean(e.Name), Text: report.Clean(e.Label.Text()), Kind: e.Label.Kind.String(),
		Enq: operation(e.Enq), Deq: operation(e.Deq), End: operation(e.End), Dropped: e.Dropped, Row: e.Row,
		Details: [][2]string{}, Posts: []foundJSON{}, Loops: []string{}, Races: []namedRace{}}
	if shown, ok := axis.Event(e.ID); ok {
		found := foundOf(&shown)
		out.Shown = &found
	}
	out.BeganMS, out.TookMS = moments(t, &e)
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

// moments are when a handler began and how long it took; nil where the recording does not say.
func moments(t *timeline.Timeline, e *timeline.Event) (began, took *float64) {
	ms := func(ns uint64) *float64 { f := float64(ns) / 1e6; return &f }
	if !t.HasClock() || e.Deq == timeline.None {
		return nil, nil
	}
	if e.End != timeline.None {
		took = ms(t.Moment(e.End) - t.Moment(e.Deq))
	}
	return ms(t.Moment(e.Deq)), took
}

// analyzed adds what only the analysis knows.
func (out *eventJSON) analyzed(a *Analysis, quote report.Quote) {
	out.Analyzed = true
	if int(out.ID) >= len(a.Result.Events) {
		return
	}
	e := &a.Result.Events[out.ID]
	out.Prio = e.Prio
	for _, attr := range e.Attrs.All() {
		out.Details = append(out.Details, [2]string{report.Clean(attr.Key), report.Clean(attr.Value)})
	}
	for _, g := range e.Loops {
		out.Loops = append(out.Loops, report.Clean(a.Result.Tables.LoopName(g)))
	}
	for _, race := range a.Report.Reported() {
		if eventID(race.First.Event) == out.ID || eventID(race.Second.Event) == out.ID {
			if out.AllRaces++; out.AllRaces <= shownRaces {
				out.Races = append(out.Races, nameOf(race))
			}
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
	t, _, err := r.axis(q)
	if err != nil {
		return nil, err
	}
	first, err := number(q, "first", 0)
	if err != nil {
		return nil, err
	}
	found := t.Search(q.URL.Query().Get("q"))
	if q.URL.Query().Has("every") { // event after event, for who goes through them by keys
		found = t.Every()
	}
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
