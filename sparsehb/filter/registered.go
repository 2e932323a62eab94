package filter

import (
	"sparseracer/internal/trace"
	"sparseracer/sparsehb/order"
)

var registered = Filter{
	ID: "FG", Name: "late registration", Aliases: []string{}, Kind: order.Heuristic, Sets: order.InPaper | order.InExact | order.InBatch,
	Races: ReadWrite, Turn: 60, Group: "",
	Reason:   "late registration: written by one handler only, and the one that read null before it coped",
	Sentence: "One handler only wrote there, and one that read null before it; nothing persistent depends on what that finds.",
	Limit:    "Needs data flow.",
	Breaks:   "A program in which what the reader found missing is never made up for.",
	Guesses:  true,
	spot: func(s *spotWalk, x *spot, w *Pair) bool {
		only := s.onlyWriter(x)
		return w.Effect == Passes && only != nil && w.A.Kind == trace.Read && w.B.Kind == trace.Write && only.block == w.B.Block
	},
}
