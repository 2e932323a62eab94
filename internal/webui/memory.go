package webui

import (
	"fmt"
	"net/http"

	"sparseracer/internal/report"
	"sparseracer/internal/symbols"
	"sparseracer/internal/timeline"
	"sparseracer/internal/trace"
)

// lifeJSON is what happened to one allocation.
type lifeJSON struct {
	Location string       `json:"location"`
	Type     string       `json:"type"`
	Size     uint64       `json:"size"`
	Alloc    *momentJSON  `json:"alloc"`
	Free     *momentJSON  `json:"free"`
	Ends     []momentJSON `json:"ends"`
	Uses     []useJSON    `json:"uses"`
	Reads    uint64       `json:"reads"`
	Writes   uint64       `json:"writes"`
	Calls    uint64       `json:"calls"`
	Cut      bool         `json:"cut"`
}

type momentJSON struct {
	Operation uint64 `json:"operation"`
	Event     int32  `json:"event"`
	Title     string `json:"title"`
	Function  string `json:"function"`
	Place     string `json:"place"`
}

type useJSON struct {
	momentJSON
	Kind  string `json:"kind"`
	Last  uint64 `json:"last"`
	Low   uint64 `json:"low"`
	High  uint64 `json:"high"`
	Count uint64 `json:"count"`
}

// memory reads the trace once more, for as long as somebody waits for it.
func memory(r *recording, q *http.Request) (any, error) {
	a, err := r.found()
	if err != nil {
		return nil, err
	}
	n, err := numbers(q, "at", "address")
	if err != nil {
		return nil, err
	}
	size, err := number(q, "size", 1)
	if err != nil {
		return nil, err
	}
	t, err := r.lines()
	if err != nil {
		return nil, err
	}
	ctx := q.Context()
	life, err := timeline.ReadLife(r.src, timeline.Wanted{At: n[0], Addr: n[1], Size: size}, ctx.Err)
	if err != nil {
		return nil, err
	}
	m := lifeMaker{a: a, t: t, frames: map[trace.StackID]*symbols.Frame{}}
	return m.make(life), nil
}

// historyJSON are the allocations that had an address, one after another.
type historyJSON struct {
	All  int            `json:"all"` // how many there were
	List []lifetimeJSON `json:"list"`
}

type lifetimeJSON struct {
	Address string      `json:"address"`
	Size    uint64      `json:"size"`
	Type    string      `json:"type"`
	At      uint64      `json:"at"` // an operation during its life
	Alloc   *momentJSON `json:"alloc"`
	Free    *momentJSON `json:"free"`
}

func history(r *recording, q *http.Request) (any, error) {
	a, err := r.found()
	if err != nil {
		return nil, err
	}
	n, err := numbers(q, "address")
	if err != nil {
		return nil, err
	}
	t, err := r.lines()
	if err != nil {
		return nil, err
	}
	list, all, err := timeline.ReadHistory(r.src, n[0], q.Context().Err)
	if err != nil {
		return nil, err
	}
	m := lifeMaker{a: a, t: t, frames: map[trace.StackID]*symbols.Frame{}}
	out := &historyJSON{All: all, List: []lifetimeJSON{}}
	for _, l := range list {
		row := lifetimeJSON{Address: fmt.Sprintf("%#x", l.Addr), Size: l.Size}
		if l.Free != nil {
			free := m.moment(l.Free, false)
			row.Free, row.At = &free, l.Free.Op
		}
		if l.Alloc != nil {
			alloc := m.moment(l.Alloc, false)
			row.Alloc, row.At, row.Type = &alloc, l.Alloc.Op, report.Clean(a.Result.Tables.TypeOf(l.Alloc.Stack))
		}
		out.List = append(out.List, row)
	}
	return out, nil
}

type lifeMaker struct {
	a      *Analysis
	t      *timeline.Timeline
	frames map[trace.StackID]*symbols.Frame
}

func (m *lifeMaker) make(l *timeline.Life) *lifeJSON {
	tables := m.a.Result.Tables
	out := &lifeJSON{Location: report.Clean(tables.LocationName(l.Addr)), Size: l.Size, Ends: []momentJSON{}, Uses: []useJSON{},
		Reads: l.Counts[timeline.Reads], Writes: l.Counts[timeline.Writes], Calls: l.Counts[timeline.Calls], Cut: l.Cut}
	if l.Alloc != nil {
		alloc := m.moment(l.Alloc, false)
		out.Alloc, out.Type = &alloc, report.Clean(tables.TypeOf(l.Alloc.Stack))
	}
	if l.Free != nil {
		free := m.moment(l.Free, false)
		out.Free = &free
	}
	for i := range l.Ends {
		out.Ends = append(out.Ends, m.moment(&l.Ends[i], false))
	}
	for _, u := range l.Uses {
		kind := u.Kind.String()
		if u.Mode&trace.ModeUse != 0 {
			kind = "use"
		}
		at := timeline.Moment{Op: u.First, Event: u.Event, Stack: u.Stack}
		out.Uses = append(out.Uses, useJSON{m.moment(&at, true), kind, u.Last, u.Low, u.High, u.Count})
	}
	return out
}

func (m *lifeMaker) moment(at *timeline.Moment, access bool) momentJSON {
	out := momentJSON{Operation: at.Op, Event: int32(at.Event), Title: "outside every handler"}
	if e, ok := m.t.Event(at.Event); ok {
		out.Title = report.Clean(e.Label.Text() + " " + e.Name)
	}
	f, ok := m.frames[at.Stack]
	if !ok {
		p := report.Place{Stack: report.Frames(m.a.Result.Tables, m.a.Symbols, at.Stack, access)}
		f = p.Frame()
		m.frames[at.Stack] = f
	}
	if f != nil {
		page := report.FramePages([]symbols.Frame{*f}, report.QuoteNothing)
		out.Function, out.Place = page[0].Function, page[0].Place
	}
	return out
}
