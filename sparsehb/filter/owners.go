package filter

import (
	"slices"

	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/race"
)

var ownersOutlast = Filter{
	ID: "FO", Name: "owners outlast", Aliases: []string{"RO"}, Kind: order.Theorem, Sets: order.InExact | order.InBatch,
	Races: UseFree, Turn: 30, Group: Outlived,
	Reason:   "the handler of the use was delivered to what the handler of the free takes away, which waits for it in a loop",
	Sentence: "What is delivered to an object that dies behind a loop of the free's handler, and comes after that handler has started, is over before that loop ends.",
	HeldBy:   []string{"TestMortalSchedules", "TestFilterSchedules", "TestFilterPremises"},
	pair:     func(f *Filters, x *race.Object, u *race.Use) bool { return f.outlasts(u.Block, x.Data.FreeBlock) },
}

// outlasts is the filter RO, owners outlast: the event X of block use was delivered to
// an object that dies in a block B of the handler O of block free, B no later than
// free, and O has started whenever X does: FB(O) ≺ FB(X).
//
// X starts after O, then, and before B, for it needs its receiver. In between O waits
// in a loop, and handlers nest: all of X, what comes after loops of its own too, is
// over when O goes on, and O goes on before B. As above, that is no order.
func (f *Filters) outlasts(use, free order.BlockID) bool {
	if use < 0 || free < 0 {
		return false
	}
	x, owner := f.o.EventOf(use), f.o.EventOf(free)
	if x < 0 || owner < 0 || x == owner {
		return false
	}
	e := &f.o.Events()[owner]
	if len(e.Loops) == 0 || !f.o.Before(e.FirstBlock, f.o.Events()[x].FirstBlock) {
		return false
	}
	for _, g := range e.Loops {
		if b := f.o.Loops()[g].ResumeBlock; b >= 0 && b <= free && slices.Contains(f.dying[b], x) {
			return true
		}
	}
	return false
}
