package filter

import "sparseracer/sparsehb/order"

var local = Filter{
	ID: "FL", Name: "local", Aliases: []string{}, Kind: order.Heuristic, Sets: order.InPaper | order.InExact | order.InBatch,
	Races: ReadWrite, Turn: 40, Group: "",
	Reason:   "local: no handler reads there what another one wrote",
	Sentence: "No handler reads there what another one wrote.",
	Breaks:   "A reader that did not run in the recording.",
	Harmless: true,
	spot:     func(s *spotWalk, x *spot, w *Pair) bool { return !x.foreign },
}
