package filter

import (
	"sparseracer/internal/trace"
	"sparseracer/sparsehb/order"
)

var shutdown = Filter{
	ID: "FS", Name: "shutdown", Aliases: []string{}, Kind: order.Heuristic, Sets: order.InPaper | order.InExact | order.InBatch,
	Races: ReadWrite, Turn: 70, Group: "",
	Reason:   "shutdown: in the last handler before the default loop ended",
	Sentence: "The later handler is the last one before the default loop ended.",
	Breaks:   "Code behind the loop that saves what the two handlers left; a last handler that is not the one that ends the loop.",
	Guesses:  true,
	prepare:  func(f *Filters) { f.last = f.lastHandler() },
	late:     func(s *spotWalk, w *Pair) bool { return s.last >= 0 && s.Filters.o.EventOf(w.B.Block) == s.last },
}

// lastHandler is the one before the default loop's end: it is that handler which ends the
// loop, and nothing comes after it. What is saved behind the loop does, though.
func (f *Filters) lastHandler() trace.EventID {
	b := f.o.AfterLoop()
	for b--; b >= 0 && f.o.EventOf(b) < 0; b-- {
	}
	if b < 0 {
		return trace.NoEvent
	}
	return f.o.EventOf(b)
}
