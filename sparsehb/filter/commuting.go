package filter

import (
	"slices"

	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/race"
)

var commuting = Filter{
	ID: "FC", Name: "commuting", Aliases: []string{}, Kind: order.Assumption, Sets: order.InPaper | order.InExact | order.InBatch,
	Races: ReadWrite, Turn: 20, Group: "",
	Reason:   "commuting: both do there what leaves the same in either order",
	Sentence: "Both accesses are part of operations that leave the same in whatever order they come.",
	Breaks:   "A name that a program gives to an operation which does not commute.",
	HeldBy:   []string{"TestCommutingOrders"},
	Harmless: true,
	accesses: func(f *Filters, a, b *race.Use) bool { return race.Commute(f.o.Tables(), a, b) },
	spot: func(s *spotWalk, x *spot, w *Pair) bool {
		return slices.Contains(x.counts, w.A.Block) && slices.Contains(x.counts, w.B.Block)
	},
}
