package steer

import "sparseracer/sparsehb"

// Races of another thread's loop: what a person does comes to the main thread, whose handlers post
// to that thread. The order of the main thread's loop says which input led to what.

// ofThread: the race is one of another thread's loop.
func (d *derivation) ofThread() bool { return d.res.Main != nil }

// beginsElsewhere is begins for an event of the main thread: its handler had begun when the main
// thread posted something that comes no later than b.
func (d *derivation) beginsElsewhere(e *sparsehb.Event, b sparsehb.BlockID) bool {
	main := d.res.Main.Order
	at := d.res.Main.Events[e.ID].FirstBlock
	if at == sparsehb.NoBlock || b == sparsehb.NoBlock {
		return false
	}
	for i := range d.res.Events {
		x := &d.res.Events[i]
		if x.Enq == sparsehb.NoOp || x.From != main.Main() || x.FirstBlock == sparsehb.NoBlock || x.FirstBlock != b && !d.o.Before(x.FirstBlock, b) {
			continue
		}
		if by := main.BlockOf(x.Enq); by != sparsehb.NoBlock && main.AtOrBefore(at, by) {
			return true
		}
	}
	return false
}

// onMain is a derivation that knows the main thread's events and loops.
func (d *derivation) onMain() *derivation {
	m := *d
	m.res, m.o = d.res.Main, d.res.Main.Order
	return &m
}
