package filter

import (
	"slices"

	"sparseracer/sparsehb/order"
)

var othersHold = Filter{
	ID: "FZ", Name: "others hold it", Aliases: []string{}, Kind: order.Heuristic, Sets: order.InExact | order.InBatch,
	Races: UseFree, Turn: 90, Group: Possible,
	Reason:   "possible only: counted, and between the two a third handler lets go of a reference, with what the handler of the use had it from",
	Sentence: "The free comes behind a counter that a third handler, which frees other things that the using handler used, changes in between.",
	Limit:    "Rests where the order of the trace was cut short.",
	Breaks:   "A use by a plain pointer, before which both others may come.",
	ask:      (*decision).askOthers,
}

// Others hold it (docs/trace-language.md): the object is freed as its counter comes to zero.
// That is so because a third handler G has let go of its reference before: with the free
// before the use, and G where it was, the object lives on.
//
//   - F's block changes the counter w atomically, then frees the object; w lies in the object,
//     or in memory that the block frees behind it.
//   - G changes w atomically, after the use and before the free, and need not come before F.
//   - G frees something else that the block of the use used, or what that was delivered to:
//     what had the reference.
//
// With both G and F before the use the object is gone. But then so is what G frees, and that
// is a race, or none, by itself.
//
// "Need not come before F" is what the order does not say. Where it was cut short that means
// nothing, and the filter rests.
func (d *decision) askOthers(by *Filter) {
	if _, short := d.o.CutShort(); short {
		return
	}
	for i := range d.candidates {
		if c := d.candidates[i]; c.By == nil && !c.After && c.Use.Live == nil && d.othersHold(c) {
			c.By = by
		}
	}
}

func (d *decision) othersHold(c *Candidate) bool {
	k := d.counting
	for i := range k.byFree[c.Data.FreeBlock] {
		let := &k.byFree[c.Data.FreeBlock][i]
		if let.op < c.FreeOp && (c.Start <= let.lo && let.lo < c.End || k.freedBehind(c, let)) &&
			slices.ContainsFunc(k.changes[let.lo], func(g change) bool { return d.isOther(c, g) }) {
			return true
		}
	}
	return false
}

// change is one of a counter.
type change struct {
	op    uint64
	block order.BlockID
}

// isOther: a change was that of such a third handler.
func (d *decision) isOther(c *Candidate, g change) bool {
	e := d.o.EventOf(g.block)
	return c.Use.Op < g.op && g.op < c.FreeOp && e >= 0 && e != d.o.EventOf(c.Use.Block) && e != d.freer(c) &&
		!d.o.AtOrBefore(g.block, c.Data.FreeBlock) &&
		(len(d.byBlocks[[2]order.BlockID{c.Use.Block, g.block}]) > 0 || d.diesWith(c.Use.Block, g.block))
}

// freedBehind: the block frees the counter's memory after the object.
func (k *counting) freedBehind(c *Candidate, let *count) bool {
	return slices.ContainsFunc(k.freed[c.Data.FreeBlock], func(x count) bool {
		return x.lo <= let.lo && let.lo < x.hi && c.FreeOp < x.op
	})
}
