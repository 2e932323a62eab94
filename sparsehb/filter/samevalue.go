package filter

import (
	"sparseracer/internal/trace"
	"sparseracer/sparsehb/order"
)

var sameValue = Filter{
	ID: "FV", Name: "same value", Aliases: []string{}, Kind: order.Heuristic, Sets: order.InPaper | order.InExact | order.InBatch,
	Races: ReadWrite, Turn: 30, Group: "",
	Reason:   "same value: both handlers leave the same value there",
	Sentence: "Both handlers are known to leave the same value there.",
	Breaks:   "A handler that writes another value when it comes earlier.",
	Harmless: true,
	spot: func(s *spotWalk, x *spot, w *Pair) bool {
		return w.A.Kind == trace.Write && w.B.Kind == trace.Write && x.same(w.A.Block, w.B.Block)
	},
}

// same: both blocks are known to have left the same there.
func (x *spot) same(a, b order.BlockID) bool {
	v, w := x.of(a), x.of(b)
	return v != nil && w != nil && v.known && w.known && v.addr == w.addr && v.size == w.size && v.val == w.val
}
