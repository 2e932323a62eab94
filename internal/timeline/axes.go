package timeline

import (
	"slices"
	"sort"
	"sync"

	"sparseracer/internal/trace"
)

// axes are the same recording by other measures than the number of the operation, each made when
// somebody asks for it. They place steps: operations at which something starts, ends or is posted.
type axes struct {
	steps       sync.Once
	at          []uint64 // the operation of each step
	even, clock axis
	told        []told // in the order of the operations
}

// axis is one of them.
type axis struct {
	once sync.Once
	at   []uint64 // as in axes
	pos  []uint64 // where each step stands; nil: a step is one wide
	made *Timeline
}

// told is a moment that the recording has: from this operation on it is that late.
type told struct{ op, ms uint64 }

// Even is the timeline by steps: each post, and each start and end of a handler or loop,
// is one step wide, whatever the number of operations between. One handler that does a lot
// does not push all others to the edge.
func (t *Timeline) Even() *Timeline {
	a := &t.axes.even
	a.once.Do(func() {
		a.at = t.steps()
		a.made = t.by(a, uint64(len(a.at)))
	})
	return a.made
}

// Step is the step that an operation belongs to: the last one at or before it.
func (t *Timeline) Step(op uint64) uint64 {
	t.Even()
	return t.axes.even.place(op)
}

// HasClock: the recording says when its handlers ran.
func (t *Timeline) HasClock() bool { return len(t.axes.told) > 0 }

// Clock is the timeline by the clock, in nanoseconds since the recording began. The recorder's clock
// ticks every few milliseconds: steps within a tick stand side by side, each as wide as any other.
// Without a clock all is within the first tick.
func (t *Timeline) Clock() *Timeline {
	a := &t.axes.clock
	a.once.Do(func() {
		a.at = t.steps()
		var end uint64
		a.pos, end = moments(a.at, t.axes.told)
		a.made = t.by(a, end)
	})
	return a.made
}

// Moment is when an operation came, by that clock.
func (t *Timeline) Moment(op uint64) uint64 {
	t.Clock()
	return t.axes.clock.place(op)
}

// tell notes the moment of an operation. Clocks of threads may be read in another order than the
// operations come in, and a hostile trace says what it likes: time never goes back.
func (b *builder) tell(op *trace.Op) {
	if ms := min(op.Moment, latestMS); ms > b.latest {
		b.latest = ms
		b.axes.told = append(b.axes.told, told{b.n, ms})
	}
}

const (
	msNS     = 1_000_000
	latestMS = 1 << 33 // 99 days: a browser counts nanoseconds exactly to 104
)

// moments places steps by what was told, in ns, and says where the last tick ends.
func moments(at []uint64, list []told) (pos []uint64, end uint64) {
	list = append([]told{{}}, list...)
	tick := uint64(10)
	for i := 1; i < len(list); i++ {
		tick = min(tick, list[i].ms-list[i-1].ms)
	}
	pos = make([]uint64, 0, len(at))
	for i, from := range list {
		n := len(at) - len(pos)
		if i+1 < len(list) {
			n = sort.Search(n, func(k int) bool { return at[len(pos)+k] >= list[i+1].op })
		}
		begin := max(from.ms*msNS, end) // end: more steps than nanoseconds
		for k := range n {
			pos = append(pos, begin+max(uint64(k)*(tick*msNS)/uint64(n), uint64(k)))
		}
		end = begin
		if n > 0 {
			end = pos[len(pos)-1] + 1
		}
	}
	return pos, max(end, (list[len(list)-1].ms+tick)*msNS)
}

// steps are made once for all axes.
func (t *Timeline) steps() []uint64 {
	t.axes.steps.Do(func() { t.axes.at = t.allSteps() })
	return t.axes.at
}

func (t *Timeline) allSteps() []uint64 {
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

// by copies what has operations in it, and shares the rest.
func (t *Timeline) by(a *axis, length uint64) *Timeline {
	out := &Timeline{Operations: length, Events: t.Events, Loops: t.Loops, labels: t.labels, tables: t.tables, posts: t.posts}
	for _, tr := range t.tracks {
		n := &track{thread: tr.thread, depth: tr.depth, what: tr.what, start: make([]uint64, len(tr.start)), end: make([]uint64, len(tr.end))}
		for i := range tr.start {
			n.start[i], n.end[i] = a.place(tr.start[i]), a.place(tr.end[i]-1)+1
		}
		out.tracks = append(out.tracks, n)
	}
	out.events = slices.Clone(t.events)
	for i := range out.events {
		e := &out.events[i]
		for _, op := range []*uint64{&e.enq, &e.deq, &e.end} {
			if *op != None {
				*op = a.place(*op)
			}
		}
	}
	out.arcs = newArcs(out.events, out.posts)
	return out
}

// place is where the last step at or before an operation stands.
func (a *axis) place(op uint64) uint64 {
	n := sort.Search(len(a.at), func(i int) bool { return a.at[i] > op })
	i := max(n-1, 0)
	switch {
	case a.pos == nil:
		return uint64(i)
	case len(a.pos) == 0:
		return 0
	}
	return a.pos[i]
}
