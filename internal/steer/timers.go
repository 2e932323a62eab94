package steer

import (
	"strconv"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb"
)

// Qt rounds coarse timers above this interval by up to 5 % to fire them
// together, and very coarse ones to whole seconds, twice (interval and clock).
const (
	coarseAboveMS   = 20
	veryCoarseSlack = 1000
)

// timerWindow is when a timer fires at the earliest and at the latest, in ms
// after it was armed, on an idle machine.
type timerWindow struct {
	kind             string
	interval         float64
	earliest, latest float64
}

func windowOf(e *sparsehb.Event) (timerWindow, bool) {
	if e.Kind != trace.Timer {
		return timerWindow{}, false
	}
	n, err := strconv.ParseUint(e.Attr("interval"), 10, 40)
	if err != nil {
		return timerWindow{}, false
	}
	w := timerWindow{kind: e.Attr("timertype"), interval: float64(n)}
	w.earliest, w.latest = w.interval, w.interval
	switch {
	case w.kind == "verycoarse":
		w.earliest, w.latest = max(0, w.interval-veryCoarseSlack), w.interval+veryCoarseSlack
	case w.kind == "coarse" && n > coarseAboveMS:
		w.earliest, w.latest = w.interval*0.95, w.interval*1.05
	}
	return w, true
}

// timerForced reports whether a fires before b in every run: a is armed first
// and due no later than b can be (measured on both dispatchers: precise timers
// armed in one handler never fired inverted, coarse ones with overlapping
// windows did). A repeating timer is armed anew by each firing.
func timerForced(o Order, a, b *sparsehb.Event) bool {
	wa, oka := windowOf(a)
	wb, okb := windowOf(b)
	if !oka || !okb || !opBefore(o, a.Enq, b.Enq) {
		return false
	}
	return wa.latest <= wb.earliest || wa.kind == wb.kind && wa.interval == wb.interval
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
