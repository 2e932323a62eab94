package filter

import (
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/order"
)

// An event is delivered to a living object. If X was delivered to an object
// (attribute `object`, an address) whose memory block B frees later on, then in
// no schedule does X start after B: it would have gone with its receiver (Qt:
// ~QObject removes what is posted to the object and stops its timers). So a use
// in X, up to X's first pause, and a free in B never meet.
//
// This is no happens-before: it says nothing of a schedule in which B happens
// and X does not, so it must not be chained with what X's poster did. It is a
// filter of pairs, not a rule of the order, and not part of the paper's set.

// diesWith reports whether the event of a block, which has not paused yet there,
// was delivered to an object that dies in block free.
func (f *Filters) diesWith(use, free order.BlockID) bool {
	e := f.o.EventOf(use)
	if f.o.Rules() == order.Paper || f.isOff(filterRL) || e < 0 || f.o.RunEnd(f.o.Events()[e].FirstBlock) < use {
		return false
	}
	return slices.Contains(f.dying[free], e)
}

// outlasts is the filter RO, owners outlast: the event X of block use was delivered to
// an object that dies in a block B of the handler O of block free, B no later than
// free, and O has started whenever X does: FB(O) ≺ FB(X).
//
// X starts after O, then, and before B, for it needs its receiver. In between O waits
// in a loop, and handlers nest: all of X, what comes after loops of its own too, is
// over when O goes on, and O goes on before B. As above, that is no order.
func (f *Filters) outlasts(use, free order.BlockID) bool {
	if f.o.Rules() == order.Paper || f.isOff(filterRO) || use < 0 || free < 0 {
		return false
	}
	x, owner := f.o.EventOf(use), f.o.EventOf(free)
	if x < 0 || owner < 0 || x == owner {
		return false
	}
	e := &f.o.Events()[owner]
	if len(e.Loops) == 0 || !f.o.Before(e.FirstBlock, f.o.Events()[x].FirstBlock) {
		return false
	}
	for _, g := range e.Loops {
		if b := f.o.Loops()[g].ResumeBlock; b >= 0 && b <= free && slices.Contains(f.dying[b], x) {
			return true
		}
	}
	return false
}

// findDying sorts the deaths into the blocks that bring them about. Frees by other
// threads and by a loop's own code are in none.
func findDying(o *order.Order) map[order.BlockID][]trace.EventID {
	by := map[order.BlockID][]trace.EventID{}
	for _, d := range o.Heap().Deaths() {
		if b := o.BlockOf(d.Op); b != order.NoBlock {
			by[b] = append(by[b], d.Events...)
		}
	}
	return by
}
