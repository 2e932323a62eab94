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
	Breaks:   "A handler that writes another value when it comes earlier or later, without having read the place.",
	Harmless: true,
	spot: func(s *spotWalk, x *spot, w *Pair) bool {
		return w.A.Kind == trace.Write && w.B.Kind == trace.Write && x.same(w.A.Block, w.B.Block) && !x.of(w.A.Block).read
	},
}

// What the first one wrote must not come of what it had read there: behind the other one it
// might write something else, and last. What the second one wrote may, for then the first one
// writes last.

// same: both blocks are known to have left the same there.
func (x *spot) same(a, b order.BlockID) bool {
	v, w := x.of(a), x.of(b)
	return v != nil && w != nil && v.known && w.known && v.addr == w.addr && v.size == w.size && v.val == w.val
}
