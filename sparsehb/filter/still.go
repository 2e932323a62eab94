package filter

import (
	"cmp"
	"slices"
	"strings"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/race"
)

var stoppedSources = Filter{
	ID: "FH", Name: "what was stopped holds still", Aliases: []string{"RH"}, Kind: order.Assumption, Sets: order.InExact | order.InBatch,
	Races: UseFree, Turn: 40, Group: Outlived,
	Reason:   "the handler of the use belongs to a timer, watcher or window that is stopped or hidden before the free: it could not come later",
	Sentence: "What was stopped, hidden or closed before the free, or in its block, does not call back.",
	Limit:    "The 64 latest stops before the free.",
	Breaks:   "A library that delivers what it had queued; a stop lost with its receiver; a window shown again.",
	HeldBy:   []string{"TestFilterSchedules"},
	facts: func(f *Filters) func(*race.Object, *race.Use) bool {
		s := findSources(f.o)
		closed := findClosed(f.o)
		if len(s.ids) == 0 && len(closed) == 0 {
			return nil
		}
		return func(x *race.Object, u *race.Use) bool {
			return s.stilled(f.o, u.Block, x.FreeOp, x.Data.FreeBlock) || closed.answered(f.o, u.Block, x.Data.FreeBlock)
		}
	},
}

// What was stopped does not call back. The events of a timer, a watcher, a stream
// say by their attribute `source` what they come from; an event with `ends` says
// that nothing more comes from there, one with `stops` that nothing comes until it
// is started again. Let X come from s, and let block S stop s, before a free
// in B, or in B itself, which nothing comes into. Then X does not come after the free: what S ends never calls back again,
// and what S stops does only if it is started after S, which X's own start is not
// if it stands before S in every schedule. So a use in X, up to X's first pause,
// and a free in B never meet.
//
// A window is such a source while it is shown: what arms `shown:W` starts it, the drop
// of that stops it, and what is delivered to the window in between comes from there.
//
// The answers to requests of a libuv handle come before its close callback, whenever they were asked
// for: what is asked for after the close has none. So a use in an answer, up to its first pause, does not
// meet a free in that callback or after it.
//
// This is a filter of pairs and no order, for the reason that receivers.go gives:
// where S comes first, X never happens.

// stop is one end of a source.
type stop struct {
	op      uint64
	forever bool
}

// sources are what events come from.
type sources struct {
	ids    map[string]int32
	of     []int32         // by event: its source, counted from 1; 0 = none
	starts []trace.EventID // by event: the one that its source was started with
	stops  map[int32][]stop
}

func (s *sources) id(name string) int32 {
	n, known := s.ids[name]
	if !known {
		n = int32(len(s.ids)) + 1
		s.ids[name] = n
	}
	return n
}

// findSources takes the enqs in their order.
func findSources(o *order.Order) *sources {
	s := &sources{ids: map[string]int32{}, stops: map[int32][]stop{}}
	for _, e := range byEnq(o, func(e *order.Event) bool {
		return e.Attr("source") != "" || e.Attr("stops") != "" || e.Attr("ends") != ""
	}) {
		s.note(e)
	}
	s.begin(o)
	s.noteWindows(o)
	return s
}

// noteWindows adds the windows that were hidden. Linear in the events and in how often each
// window was shown.
func (s *sources) noteWindows(o *order.Order) {
	shown := map[string][]*order.Event{} // by the window's address
	for _, e := range byEnq(o, func(e *order.Event) bool {
		return e.Drop != heap.NoOp && e.Deq == heap.NoOp && strings.HasPrefix(e.Attr("arms"), "shown:") && e.Attr("object") != ""
	}) {
		id := s.id(e.Attr("arms"))
		s.stops[id] = append(s.stops[id], stop{op: e.Drop})
		shown[e.Attr("object")] = append(shown[e.Attr("object")], e)
	}
	if len(shown) == 0 {
		return
	}
	for i := range o.Events() {
		x := &o.Events()[i]
		if x.Kind != trace.Input || s.ofEvent(x.ID) != 0 {
			continue
		}
		for _, w := range shown[x.Attr("object")] {
			if w.Enq < x.Deq && x.Deq < w.Drop {
				s.belongs(x.ID, s.id(w.Attr("arms")), w.ID)
			}
		}
	}
}

// belongs says that an event comes of a source that another event started.
func (s *sources) belongs(e trace.EventID, id int32, start trace.EventID) {
	s.grow(e)
	s.of[e], s.starts[e] = id, start
}

func (s *sources) grow(e trace.EventID) {
	for int(e) >= len(s.of) {
		s.starts = append(s.starts, trace.EventID(len(s.of)))
		s.of = append(s.of, 0)
	}
}

// byEnq are the events that were enqueued and are wanted, in that order.
func byEnq(o *order.Order, wanted func(*order.Event) bool) []*order.Event {
	var list []*order.Event
	for i := range o.Events() {
		if e := &o.Events()[i]; e.Enq != heap.NoOp && wanted(e) {
			list = append(list, e)
		}
	}
	slices.SortFunc(list, func(a, b *order.Event) int { return cmp.Compare(a.Enq, b.Enq) })
	return list
}

// note takes an enq.
func (s *sources) note(e *order.Event) {
	for _, a := range e.Attrs.All() {
		switch a.Key {
		case "source":
			s.grow(e.ID)
			s.of[e.ID] = s.id(a.Value)
		case "stops", "ends":
			id := s.id(a.Value)
			s.stops[id] = append(s.stops[id], stop{e.Enq, a.Key == "ends"})
		}
	}
}

func (s *sources) ofEvent(e trace.EventID) int32 {
	if e < 0 || int(e) >= len(s.of) {
		return 0
	}
	return s.of[e]
}

// begin finds for each event the one that its source was started with: a firing
// enqueues the next, and comes itself only if nothing has stopped the source.
// Linear: who enqueues comes first.
func (s *sources) begin(o *order.Order) {
	for _, e := range byEnq(o, func(e *order.Event) bool { return s.ofEvent(e.ID) != 0 }) {
		b := o.BlockOf(e.Enq)
		if b == order.NoBlock {
			continue
		}
		if by := o.EventOf(b); by != e.ID && s.ofEvent(by) == s.of[e.ID] {
			s.starts[e.ID] = s.starts[by]
		}
	}
}

// fewStops is how many stops of a source, the latest before a free, are looked at.
const fewStops = 64

// stilled reports whether the event of block use, which has not paused yet there,
// comes from what is stopped before operation free, or in its block.
func (s *sources) stilled(o *order.Order, use order.BlockID, free uint64, freeBlock order.BlockID) bool {
	e := o.EventOf(use)
	id := s.ofEvent(e)
	if id == 0 || o.RunEnd(o.Events()[e].FirstBlock) < use {
		return false
	}
	start := o.Events()[s.starts[e]].Enq
	looked := 0
	for _, stop := range slices.Backward(s.stops[id]) {
		if in := freeBlock >= 0 && o.BlockOf(stop.op) == freeBlock; !in && (stop.op > free || !o.OpBefore(stop.op, free, freeBlock)) {
			continue
		}
		if stop.forever || start < stop.op && o.OpBefore(start, stop.op, o.BlockOf(stop.op)) {
			return true
		}
		if looked++; looked == fewStops {
			break
		}
	}
	return false
}

// answers are, by the event of an answer, the first block of the callback that says that its handle is closed.
type answers map[trace.EventID]order.BlockID

// findClosed goes back from each close callback by what it came after. Linear: an answer comes after one other at most.
func findClosed(o *order.Order) answers {
	c := answers{}
	for i := range o.Events() {
		if e := &o.Events()[i]; e.Attr("type") == "uv_close" && e.FirstBlock != order.NoBlock {
			c.goBack(o, e, e.FirstBlock)
		}
	}
	return c
}

func (c answers) goBack(o *order.Order, e *order.Event, closed order.BlockID) {
	for more := true; more; {
		more = false
		for _, id := range o.Joins(e.FirstBlock) {
			a := o.Event(id)
			if _, known := c[id]; a == nil || known || !order.AnswersBefore(a, e) {
				continue
			}
			c[id] = closed
			e, more = a, true
			break
		}
	}
}

// answered reports whether the event of block use, which has not paused yet there, is an answer of a handle that is closed by
// the free.
func (c answers) answered(o *order.Order, use, free order.BlockID) bool {
	e := o.EventOf(use)
	closed, known := c[e]
	if !known || o.RunEnd(o.Events()[e].FirstBlock) < use {
		return false
	}
	return closed == free || o.Before(closed, free)
}
