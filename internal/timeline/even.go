package timeline

import (
	"slices"
	"sort"
	"sync"
)

// even is the same recording with another axis, made when somebody asks for it.
type even struct {
	once sync.Once
	at   []uint64 // the operation of each step
	made *Timeline
}

// Even is the timeline by steps: each post, and each start and end of a handler or loop,
// is one step wide, whatever the number of operations between. One handler that does a lot
// does not push all others to the edge.
func (t *Timeline) Even() *Timeline {
	t.even.once.Do(func() {
		t.even.at = t.steps()
		t.even.made = t.byStep()
	})
	return t.even.made
}

// Step is the step that an operation belongs to: the last one at or before it.
func (t *Timeline) Step(op uint64) uint64 {
	t.Even()
	return t.floor(op)
}

// steps are the operations at which something starts, ends or is posted, in order.
func (t *Timeline) steps() []uint64 {
	var at []uint64
	for _, tr := range t.tracks {
		at = append(at, tr.start...)
		for _, end := range tr.end {
			at = append(at, end-1)
		}
	}
	for i := range t.events {
		if e := t.events[i].enq; e != None {
			at = append(at, e)
		}
	}
	slices.Sort(at)
	return slices.Compact(at)
}

// byStep copies what has operations in it, and shares the rest.
func (t *Timeline) byStep() *Timeline {
	out := &Timeline{Operations: uint64(len(t.even.at)), Events: t.Events, Loops: t.Loops, labels: t.labels, tables: t.tables, posts: t.posts}
	for _, tr := range t.tracks {
		n := &track{thread: tr.thread, depth: tr.depth, what: tr.what, start: make([]uint64, len(tr.start)), end: make([]uint64, len(tr.end))}
		for i := range tr.start {
			n.start[i], n.end[i] = t.floor(tr.start[i]), t.floor(tr.end[i]-1)+1
		}
		out.tracks = append(out.tracks, n)
	}
	out.events = slices.Clone(t.events)
	for i := range out.events {
		e := &out.events[i]
		for _, op := range []*uint64{&e.enq, &e.deq, &e.end} {
			if *op != None {
				*op = t.floor(*op)
			}
		}
	}
	out.arcs = newArcs(out.events, out.posts)
	return out
}

// floor is Step while the other axis is made.
func (t *Timeline) floor(op uint64) uint64 {
	n := sort.Search(len(t.even.at), func(i int) bool { return t.even.at[i] > op })
	return uint64(max(n-1, 0))
}
