package filter

import (
	"sparseracer/internal/trace"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/race"
)

var ownersOutlast = Filter{
	ID: "FO", Name: "owners outlast", Aliases: []string{"RO"}, Kind: order.Theorem, Sets: order.InExact | order.InBatch,
	Races: UseFree, Turn: 30, Group: Outlived,
	Reason:   "the handler of the use was delivered to what the handler of the free takes away, which waits for it in a loop",
	Sentence: "What is delivered to an object that dies behind a loop of the free's handler, and comes after that handler has started, is over before that loop ends. So is what is over like that before such an event.",
	HeldBy:   []string{"TestMortalSchedules", "TestFilterSchedules", "TestFilterPremises"},
	pair:     func(f *Filters, x *race.Object, u *race.Use) bool { return f.outlasts(u.Block, x.Data.FreeBlock) },
}

// outlasts is the filter FO, owners outlast: the event X of block use was delivered to
// an object that dies in a block B of the handler E of block free, B no later than
// free, and E has started whenever X does: FB(E) ≺ FB(X).
//
// X starts after E, then, and before B, for it needs its receiver. In between E waits
// in a loop, and handlers nest: all of X, what comes after loops of its own too, is
// over when E goes on, and E goes on before B. As above, that is no order.
//
// The same in several levels: if X is over like that before a handler Y goes on, and Y
// before E does, then so is X.
func (f *Filters) outlasts(use, free order.BlockID) bool {
	if use < 0 || free < 0 {
		return false
	}
	x, owner := f.o.EventOf(use), f.o.EventOf(free)
	if x < 0 || owner < 0 || x == owner || len(f.o.Events()[owner].Loops) == 0 {
		return false
	}
	return f.overBefore(x, owner, free, maxLevels)
}

// maxLevels is how many handlers are looked through, one inside the other.
const maxLevels = 8

// overBefore reports whether X is over before the owner goes on, in a block that ends
// one of its loops and is no later than last.
func (f *Filters) overBefore(x, owner trace.EventID, last order.BlockID, levels int) bool {
	for _, b := range f.awaited[x] {
		y := f.o.EventOf(b)
		switch {
		case y == x || !f.o.Before(f.o.Events()[y].FirstBlock, f.o.Events()[x].FirstBlock):
		case y == owner && b <= last, y != owner && levels > 1 && f.overBefore(y, owner, last, levels-1):
			return true
		}
	}
	return false
}

// findAwaited lists, by event, the blocks in which its receiver dies and that end a
// loop of their handler.
func (f *Filters) findAwaited() {
	f.awaited = map[trace.EventID][]order.BlockID{}
	for i := range f.o.Loops() {
		if b := f.o.Loops()[i].ResumeBlock; b >= 0 && f.o.EventOf(b) >= 0 {
			for _, x := range f.dying[b] {
				f.awaited[x] = append(f.awaited[x], b)
			}
		}
	}
}
