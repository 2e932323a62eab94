package filter

import (
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
	"sparseracer/sparsehb/order"
)

var childrenGo = Filter{
	ID: "F4", Name: "children go with their parents", Aliases: []string{}, Kind: order.Assumption, Sets: order.InExact | order.InBatch,
	Races: UseFree, Turn: 95, Group: Outlived,
	Reason:   "the handler of the use was delivered to a child of what the free takes away: it could not come later",
	Sentence: "The using event goes to a child of what the free takes away: where that comes first, the child goes along.",
	Limit:    "Not behind a loop of the handler, nor where the child may come after the free.",
	Breaks:   "A handler that gives the child another parent.",
	ask:      (*decision).askChildren,
}

// Children go with their parents (docs/trace-language.md): X was delivered to R, and in the
// recorded run R goes first, its parent P later, in D. Where D comes before X, R is a child of
// P by then, and goes with it, so that X never comes; or the block B that makes it one is still to
// come. B uses P, which is gone: that is a race of its own, of B with D.
//
// It is asked last: whether that other race is left is known then.
func (d *decision) askChildren(by *Filter) {
	wards := d.wardsOf()
	for i := range d.candidates {
		c := d.candidates[i]
		if c.By != nil || c.After || c.Use.Live != nil || c.Data.FreeBlock < 0 {
			continue
		}
		e := d.o.EventOf(c.Use.Block)
		if e < 0 || d.o.RunEnd(d.o.Events()[e].FirstBlock) < c.Use.Block {
			continue
		}
		if slices.ContainsFunc(wards[e], func(w *heap.Ward) bool { return d.goesWith(w, c) }) {
			c.By = by
		}
	}
}

// wardsOf are the frees of parents that would have taken an event along, for the events of candidates.
func (d *decision) wardsOf() map[trace.EventID][]*heap.Ward {
	wanted := map[trace.EventID][]*heap.Ward{}
	for i := range d.candidates {
		if e := d.o.EventOf(d.candidates[i].Use.Block); e >= 0 && isDelivered(d.o.Event(e)) {
			wanted[e] = nil
		}
	}
	list := d.o.Heap().Wards
	for i := range list {
		w := &list[i]
		for _, e := range w.Events {
			if known, ok := wanted[e]; ok && d.o.Event(e).Deq > w.Since[len(w.Since)-1] {
				wanted[e] = append(known, w)
			}
		}
	}
	return wanted
}

// isDelivered: a loop looks for the receiver when the event comes. A task does not.
func isDelivered(e *order.Event) bool { return e.Kind != trace.Env && e.Attr("type") != "task" }

// goesWith: the parent dies no later than the object does, and what made the receiver a child is no way around that.
func (d *decision) goesWith(w *heap.Ward, c *Candidate) bool {
	gone := d.o.BlockOf(w.Op)
	return d.o.AtOrBefore(gone, c.Data.FreeBlock) && !slices.ContainsFunc(w.Since, func(n uint64) bool {
		b := d.o.BlockOf(n)
		return b == order.NoBlock || !d.o.AtOrBefore(b, gone) && !d.diesWith(b, gone) && !d.isReported(b, gone) && !d.isReported(b, c.Data.FreeBlock)
	})
}

// isReported: a use in one block of what another one frees is left in the report.
func (d *decision) isReported(use, free order.BlockID) bool {
	return slices.ContainsFunc(d.byBlocks[[2]order.BlockID{use, free}], func(i int) bool { return d.candidates[i].By == nil })
}
