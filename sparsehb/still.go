package sparsehb

import (
	"slices"

	"sparseracer/internal/trace"
)

// What was stopped does not call back. The events of a timer, a watcher, a stream
// say by their attribute `source` what they come from; an event with `ends` says
// that nothing more comes from there, one with `stops` that nothing comes until it
// is started again. Let X come from s, and let block S stop s, at or before a free
// in B. Then X does not come after the free: what S ends never calls back again,
// and what S stops does only if it is started after S, which X's own start is not
// if it stands before S in every schedule. So a use in X, up to X's first pause,
// and a free in B never meet.
//
// This is a filter of pairs and no order, for the reason that lifetime.go gives:
// where S comes first, X never happens.

// stop is one end of a source.
type stop struct {
	op      uint64
	forever bool
}

// sources are found while the skeleton is read.
type sources struct {
	ids    map[string]int32
	of     []int32 // by event: its source, counted from 1; 0 = none
	starts []trace.EventID
	stops  map[int32][]stop
}

func newSources() *sources {
	return &sources{ids: map[string]int32{}, stops: map[int32][]stop{}}
}

func (s *sources) id(name string) int32 {
	n, known := s.ids[name]
	if !known {
		n = int32(len(s.ids)) + 1
		s.ids[name] = n
	}
	return n
}

// note takes an enq.
func (s *sources) note(op *trace.Op, n uint64) {
	for _, a := range op.Attrs {
		switch a.Key {
		case "source":
			for int(op.Event) >= len(s.of) {
				s.of = append(s.of, 0)
			}
			s.of[op.Event] = s.id(a.Value)
		case "stops", "ends":
			id := s.id(a.Value)
			s.stops[id] = append(s.stops[id], stop{n, a.Key == "ends"})
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
// enqueues the next, and comes itself only if nothing has stopped the source. It is
// called once, before the second pass. Linear: who enqueues comes first.
func (o *Order) begin() {
	s := o.sk.heap.sources
	if s.starts != nil || len(s.ids) == 0 {
		return
	}
	s.starts = make([]trace.EventID, len(s.of))
	enqueued := make([]trace.EventID, 0, len(s.of))
	for e := range s.of {
		s.starts[e] = trace.EventID(e)
		if s.of[e] != 0 {
			enqueued = append(enqueued, trace.EventID(e))
		}
	}
	slices.SortFunc(enqueued, func(a, b trace.EventID) int {
		if o.sk.events[a].Enq < o.sk.events[b].Enq {
			return -1
		}
		return 1
	})
	for _, e := range enqueued {
		b := o.BlockOf(o.sk.events[e].Enq)
		if b == NoBlock {
			continue
		}
		if by := o.sk.blocks[b].Event; by != e && s.ofEvent(by) == s.of[e] {
			s.starts[e] = s.starts[by]
		}
	}
}

// fewStops is how many stops of a source, the latest before a free, are looked at.
const fewStops = 64

// stilled reports whether the event of block use, which has not paused yet there,
// comes from what is stopped before operation free.
func (o *Order) stilled(use BlockID, free uint64, freeBlock BlockID) bool {
	e := o.sk.blocks[use].Event
	s := o.sk.heap.sources
	id := s.ofEvent(e)
	if id == 0 || o.rules == Paper || o.off.has(filterRH) || o.sk.runEnd[o.sk.events[e].FirstBlock] < use {
		return false
	}
	start := o.sk.events[s.starts[e]].Enq
	looked := 0
	for _, stop := range slices.Backward(s.stops[id]) {
		if stop.op > free || !o.opBefore(stop.op, free, freeBlock) {
			continue
		}
		if stop.forever || start < stop.op && o.opBefore(start, stop.op, o.BlockOf(stop.op)) {
			return true
		}
		if looked++; looked == fewStops {
			break
		}
	}
	return false
}

// opBefore: operation a, of any block, comes before operation b of block bb.
func (o *Order) opBefore(a, b uint64, bb BlockID) bool {
	ba := o.BlockOf(a)
	if ba == NoBlock || bb == NoBlock {
		return false
	}
	return ba == bb && a < b || o.Before(ba, bb)
}
