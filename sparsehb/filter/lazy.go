package filter

import (
	"sparseracer/internal/trace"
	"sparseracer/sparsehb/order"
)

var lazy = Filter{
	ID: "FI", Name: "lazy initialisation", Aliases: []string{}, Kind: order.Heuristic, Sets: order.InPaper | order.InExact | order.InBatch,
	Races: ReadWrite, Turn: 50, Group: "",
	Reason:   "lazy initialisation: written by one handler only, after it read null there, and read by the same code in the other one",
	Sentence: "One handler only wrote there, after it read null; the same code reads there in the other one.",
	Limit:    "Needs the places of accesses, or data flow.",
	Breaks:   "A program that puts another value there when another handler comes first.",
	Guesses:  true,
	spot: func(s *spotWalk, x *spot, w *Pair) bool {
		only := s.onlyWriter(x)
		return only != nil && only.readNull && (only.block == w.A.Block || only.block == w.B.Block) && (w.Effect == Passes || s.again(only, w))
	},
}

// again: the later of the two reads at the place where the writer found null. Had it come
// first, it would have found null there, and written in its stead.
func (s *spotWalk) again(only *stored, w *Pair) bool {
	at := codeOf(s.Filters.o.Tables(), w.B.Site, w.B.Stack)
	return w.B.Kind == trace.Read && only.block == w.A.Block && at != code{} && at == only.place
}

// onlyWriter is the one that wrote there once null had been put there, by somebody
// who came before it.
func (s *spotWalk) onlyWriter(x *spot) *stored {
	if len(x.writers) != 2 || !x.writers[0].isNull() || !s.Filters.o.Before(x.writers[0].block, x.writers[1].block) {
		return nil
	}
	return &x.writers[1]
}
