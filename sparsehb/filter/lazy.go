package filter

import "sparseracer/sparsehb/order"

var lazy = Filter{
	ID: "FI", Name: "lazy initialisation", Aliases: []string{}, Kind: order.Heuristic, Sets: order.InPaper | order.InExact | order.InBatch,
	Races: ReadWrite, Turn: 50, Group: "",
	Reason:   "lazy initialisation: written by one handler only, after it read null there",
	Sentence: "One handler only wrote there, after it read null.",
	Breaks:   "A program that does something else than initialise when it finds null.",
	Guesses:  true,
	spot: func(s *spotWalk, x *spot, w *Pair) bool {
		only := s.onlyWriter(x)
		return only != nil && only.readNull && (only.block == w.A.Block || only.block == w.B.Block)
	},
}

// onlyWriter is the one that wrote there once null had been put there, by somebody
// who came before it.
func (s *spotWalk) onlyWriter(x *spot) *stored {
	if len(x.writers) != 2 || !x.writers[0].isNull() || !s.Filters.o.Before(x.writers[0].block, x.writers[1].block) {
		return nil
	}
	return &x.writers[1]
}
