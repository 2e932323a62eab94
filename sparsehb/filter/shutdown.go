package filter

import (
	"sparseracer/internal/trace"
	"sparseracer/sparsehb/order"
)

var shutdown = Filter{
	ID: "FS", Name: "shutdown", Aliases: []string{}, Kind: order.Heuristic, Sets: order.InPaper | order.InExact | order.InBatch,
	Races: ReadWrite, Turn: 70, Group: "",
	Reason:   "shutdown: in the last handler before the default loop ended, and nobody reads there what the two leave",
	Sentence: "The later handler is the last one before the default loop ended; both write, and nobody reads what they leave.",
	Limit:    "With data flow also what is read, if nothing persistent depends on the pair.",
	Breaks:   "A reader that did not run in the recording.",
	Guesses:  true,
	prepare:  func(f *Filters) { f.last = f.lastHandler() },
	spot: func(s *spotWalk, x *spot, w *Pair) bool {
		return s.isLast(w) && w.A.Kind == trace.Write && w.B.Kind == trace.Write && s.unread(x, w)
	},
	late: func(s *spotWalk, w *Pair) bool { return s.isLast(w) && w.Effect == Passes },
}

// isLast: the later handler of a pair is the last one. That alone says nothing of the other
// order, for what comes from outside may come in any.
func (s *spotWalk) isLast(w *Pair) bool {
	return s.last >= 0 && s.Filters.o.EventOf(w.B.Block) == s.last
}

// lastHandler is the one before the default loop's end.
func (f *Filters) lastHandler() trace.EventID {
	b := f.o.AfterLoop()
	for b--; b >= 0 && f.o.EventOf(b) < 0; b-- {
	}
	if b < 0 {
		return trace.NoEvent
	}
	return f.o.EventOf(b)
}
