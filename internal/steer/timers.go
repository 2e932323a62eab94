package steer

import "sparseracer/sparsehb"

// timerForced reports whether a fires before b in every run: a is armed first
// and due no later than b can be (measured on both dispatchers: precise timers
// armed in one handler never fired inverted, coarse ones with overlapping
// windows did). A repeating timer is armed again by each firing.
func timerForced(o Order, a, b *sparsehb.Event) bool {
	first, known := sparsehb.DueTimeOf(a)
	second, also := sparsehb.DueTimeOf(b)
	return known && also && opBefore(o, a.Enq, b.Enq) && first.Before(second)
}

// opBefore is happens-before between two operations, false if one is absent.
func opBefore(o Order, a, b uint64) bool {
	if a == sparsehb.NoOp || b == sparsehb.NoOp {
		return false
	}
	ba, bb := o.BlockOf(a), o.BlockOf(b)
	if ba == sparsehb.NoBlock || bb == sparsehb.NoBlock {
		return false
	}
	if ba == bb {
		return a < b
	}
	return o.Before(ba, bb)
}
