// Package timeline answers what ran in a stretch of a recording, at the detail
// that a screen can show: handlers and nested loops as slices within each other,
// posts as arcs.
//
// The rules it keeps:
//   - One pass over the trace builds it, without an order or an analysis, so that
//     there is something to see while those are at work.
//   - A query costs what the screen has columns for, not what the trace holds:
//     slices narrower than a column are reported as one bin a column.
//   - Nothing of a column is hidden by that: a bin counts all that begins in it.
//   - A place is the number of the operation, that of the step, or a moment (axes.go).
package timeline

import (
	"errors"
	"io"
	"strings"
	"sync"

	"sparseracer/internal/trace"
)

// None stands for "no such operation".
const None = ^uint64(0)

// Timeline is a recording's, built by New; it may be asked in parallel.
type Timeline struct {
	Operations uint64
	Events     int // delivered or enqueued
	Loops      int
	tracks     []*track
	events     []event // by EventID
	labels     []Label
	tables     *trace.Tables
	posts      []trace.EventID // delivered ones, in the order of their enqs
	arcs       arcs
	search     searches
	every      sync.Once // makes all
	all        *Found
	axes       axes
	handlers   sync.Once // makes alike
	alike      []Alike
}

// Label is what the framework said of an event; many events share one.
type Label struct {
	Kind  trace.EventKind
	Type  string // of the event
	Class string // of the receiver, or of what a timer works for
	Name  string // of the same
	Owned bool   // Class and Name are of what the timer works for
}

// Text is the label in a few words.
func (l *Label) Text() string {
	s := l.Type
	if s == "" {
		s = l.Kind.String()
	}
	switch {
	case l.Owned:
		s += " of " + l.Class
	case l.Class != "":
		s += " to " + l.Class
	}
	if l.Name != "" {
		s += " " + l.Name
	}
	return s
}

// event is what is kept of each.
type event struct {
	enq, deq, end uint64 // None if absent
	poster        trace.EventID
	label         int32
	from, to      int32 // tracks: where it was posted, where it ran; -1 is none
	dropped       bool
}

// track is one row: what one thread runs at one depth of nesting, in order and
// without overlap.
type track struct {
	thread trace.ThreadID
	depth  int
	start  []uint64
	end    []uint64
	what   []int32 // an EventID, or ^LoopID for a nested loop
}

// builder is the timeline while the trace is read.
type builder struct {
	*Timeline
	n       uint64
	latest  uint64 // ms that were told
	threads map[trace.ThreadID]*threadRows
	byLabel map[Label]int32
}

// threadRows are the rows of a thread and what is open in each.
type threadRows struct {
	rows []int32 // tracks by depth
	open []frame
}

type frame struct {
	what int32
	at   int // in its track
}

// New reads a trace. Progress, where it is not nil, is called now and then with what
// share was read; an error from it ends the reading.
func New(src trace.Source, progress func(done float64) error) (*Timeline, error) {
	r, err := src.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	b := &builder{Timeline: &Timeline{}, threads: map[trace.ThreadID]*threadRows{}, byLabel: map[Label]int32{}}
	if err := b.read(r, progress); err != nil {
		return nil, err
	}
	b.finish(r.Tables())
	return b.Timeline, nil
}

// often is how many steps lie between two looks at the progress.
const often = 1 << 15

func (b *builder) read(r trace.Reader, progress func(float64) error) error {
	measured, _ := r.(trace.Measured)
	bulk, run := trace.BulkOf(r), make([]trace.Access, 512)
	var op trace.Op
	for step := 1; ; step++ {
		if step%often == 0 && progress != nil {
			done := 0.0
			if measured != nil {
				done = measured.Done()
			}
			if err := progress(done); err != nil {
				return err
			}
		}
		if n, _ := bulk.Accesses(run); n > 0 {
			b.n += uint64(n)
			continue
		}
		if err := r.Next(&op); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		b.take(&op)
		b.tell(&op)
		b.n++
	}
}

func (b *builder) take(op *trace.Op) {
	switch op.Kind {
	case trace.Enq, trace.Fork:
		if e := b.event(op.Event); e != nil {
			e.enq, e.label = b.n, b.label(op)
			e.poster, e.from = b.poster(op.Thread)
			b.posts = append(b.posts, op.Event)
		}
	case trace.Deq:
		if e := b.event(op.Event); e != nil {
			if e.enq == None {
				e.label = b.label(op)
			}
			e.deq, e.to = b.n, b.push(op.Thread, int32(op.Event))
		}
	case trace.End:
		if e := b.event(op.Event); e != nil {
			e.end = b.n
		}
		b.pop(op.Thread, int32(op.Event))
	case trace.Drop:
		if e := b.event(op.Event); e != nil {
			e.dropped = true
		}
	case trace.Pause:
		b.Loops++
		b.push(op.Thread, ^int32(op.Loop))
	case trace.Resume:
		b.pop(op.Thread, ^int32(op.Loop))
	}
}

// event makes room for an event; nil for none.
func (b *builder) event(id trace.EventID) *event {
	if id < 0 {
		return nil
	}
	for int(id) >= len(b.events) {
		b.events = append(b.events, event{enq: None, deq: None, end: None, poster: trace.NoEvent, from: -1, to: -1})
	}
	return &b.events[id]
}

func (b *builder) label(op *trace.Op) int32 {
	l := Label{Kind: op.EventKind, Type: op.Attr("type"), Class: op.Attr("class"), Name: op.Attr("name")}
	if op.Kind == trace.Fork {
		l.Kind = trace.Env
	}
	if owner := op.Attr("owner"); owner != "" {
		l.Class, l.Name, _ = strings.Cut(owner, ":")
		l.Owned = true
	}
	id, ok := b.byLabel[l]
	if !ok {
		id = int32(len(b.labels))
		b.byLabel[l] = id
		b.labels = append(b.labels, l)
	}
	return id
}

func (b *builder) thread(id trace.ThreadID) *threadRows {
	t := b.threads[id]
	if t == nil {
		t = &threadRows{}
		b.threads[id] = t
	}
	return t
}

// poster is the handler that runs on a thread, and its track.
func (b *builder) poster(id trace.ThreadID) (trace.EventID, int32) {
	t := b.thread(id)
	for d := len(t.open) - 1; d >= 0; d-- {
		if t.open[d].what >= 0 {
			return trace.EventID(t.open[d].what), t.rows[d]
		}
	}
	return trace.NoEvent, -1
}

// maxDepth bounds the rows of a thread; what nests deeper is not shown.
const maxDepth = 256

// push opens a slice one level deeper and returns its track, -1 for none.
func (b *builder) push(id trace.ThreadID, what int32) int32 {
	t := b.thread(id)
	d := len(t.open)
	if d >= maxDepth {
		t.open = append(t.open, frame{what, -1})
		return -1
	}
	if d == len(t.rows) {
		t.rows = append(t.rows, int32(len(b.tracks)))
		b.tracks = append(b.tracks, &track{thread: id, depth: d})
	}
	row := b.tracks[t.rows[d]]
	t.open = append(t.open, frame{what, len(row.start)})
	row.start = append(row.start, b.n)
	row.end = append(row.end, None)
	row.what = append(row.what, what)
	return t.rows[d]
}

// pop closes a slice and what is open inside it; one that is not open is left
// alone, for what a checked trace cannot hold must do no harm here either.
func (b *builder) pop(id trace.ThreadID, what int32) {
	t := b.thread(id)
	d := len(t.open) - 1
	for d >= 0 && t.open[d].what != what {
		d--
	}
	if d < 0 {
		return
	}
	for i := d; i < len(t.open); i++ {
		b.close(t, i, b.n+1)
	}
	t.open = t.open[:d]
}

func (b *builder) close(t *threadRows, depth int, end uint64) {
	if at := t.open[depth].at; at >= 0 {
		b.tracks[t.rows[depth]].end[at] = end
	}
}

// finish closes what the recording did not end and makes what queries need.
func (b *builder) finish(tables *trace.Tables) {
	b.Operations, b.tables = b.n, tables
	for _, t := range b.threads {
		for d := range t.open {
			b.close(t, d, max(b.n, 1))
		}
	}
	for i := range b.events {
		if b.events[i].enq != None || b.events[i].deq != None {
			b.Events++
		}
	}
	b.sortTracks()
	b.arcs = newArcs(b.events, b.posts)
}
