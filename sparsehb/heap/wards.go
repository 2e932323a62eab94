package heap

import (
	"slices"

	"sparseracer/internal/trace"
)

// Wards: events of a child that went before its parent. Had the parent gone first, it would
// have taken the child along, and with it the events that the child has received since it was
// a child. That is a death of their receiver which the recorded run does not show.
//
// The rules:
//   - A child is one until its own end: who got another parent or none, and lived on, is none.
//   - A parent that was a child itself hands on what it had.

// Ward is the free of a parent that would have taken the receivers of events along.
type Ward struct {
	Op     uint64          // the free of the parent
	Since  []uint64        // what made the receiver its child, one operation for each generation
	Events []trace.EventID // that the receiver has got, in trace order; those before the last of Since do not count
}

// maxGenerations bounds how far up the parents are followed.
const maxGenerations = 16

// ward is what a parent has of a child that has gone.
type ward struct {
	since  []uint64
	turn   uint64 // in which the last of them was
	events []trace.EventID
}

// wards follow the children that have gone.
type wards struct {
	by     map[uint64][]ward // by parent
	lately map[uint64]left   // by child that has no parent any more
	turn   uint64            // counts the places at which another handler may begin or go on
	kept   int
	list   []Ward
}

// left is a parent that a child had until a turn.
type left struct {
	child
	turn uint64
}

func newWards() *wards { return &wards{by: map[uint64][]ward{}, lately: map[uint64]left{}} }

// parentAtEnd is the parent of a child that ends now: a destructor of Qt's first lets go of the parent.
func (w *owners) parentAtEnd(c uint64) (child, bool) {
	if at, ok := w.parent[c]; ok {
		return at, true
	}
	at, ok := w.wards.lately[c]
	return at.child, ok && at.turn == w.wards.turn
}

// endWards is for the end of c: its own wards end, and go over to its parent with what it had received itself.
func (h *Heap) endWards(c, n uint64) {
	w := h.owners.wards
	at, owned := h.owners.parentAtEnd(c)
	for _, x := range w.by[c] {
		w.list = append(w.list, Ward{n, x.since, x.events})
		if owned {
			w.keep(at, x)
		}
	}
	delete(w.by, c)
	delete(w.lately, c)
	if events, ok := h.life.received.Get(c); ok && owned {
		w.keep(at, ward{events: events})
	}
}

// keep has a parent take over a ward.
func (w *wards) keep(at child, x ward) {
	if w.kept >= maxOwned || len(x.since) >= maxGenerations {
		return
	}
	last := len(x.since) - 1
	if last < 0 || x.turn != at.turn { // within a turn nothing comes in between
		x.since, x.turn = append(slices.Clip(x.since), at.since), at.turn
	}
	w.by[at.parent] = append(w.by[at.parent], x)
	w.kept++
}
