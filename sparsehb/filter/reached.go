package filter

import (
	"slices"

	"sparseracer/sparsehb/order"
)

var reached = Filter{
	ID: "FJ", Name: "reached through what is gone", Aliases: []string{}, Kind: order.Heuristic, Sets: order.InExact | order.InBatch,
	Races: UseFree, Turn: 60, Group: Again,
	Reason:   "reached: the handler comes to the object by another one that is freed no later, and to that it would not have come",
	Sentence: "The use depends on a use of another object, which is freed no later, and which a filter takes out.",
	Limit:    "Needs our compilers' notes: without them such pairs are reported.",
	Breaks:   "What breaks the filter of the other use.",
	ask:      func(d *decision, by *Filter) { d.askReached(by, Again, Guarded) },
}

// Reached through what is gone (docs/trace-language.md): the pointer of the use, or a
// condition of it, was read in another object. That one is freed, too, in the same block, before
// it in the same handler, or in a block that comes before it in every schedule; and the read is
// no race, for it is guarded, or the object was handed out to the handler. So where the free
// comes first, the handler does not come as far as the use. Of counted memory (FA) that holds for
// pointers that were read there only. Where the recorder has left a read
// out, another one in what the same argument points to shows which object that is.
func (d *decision) askReached(by *Filter, leading ...Group) {
	known := map[order.BlockID][]lead{} // by block of the use; candidates are in the order of their uses
	for i := range d.candidates {
		c := d.candidates[i]
		key := c.Use.Block
		if c.By == nil && !c.After && c.Use.Live == nil && d.freer(c) >= 0 && len(known[key]) > 0 {
			if s := d.suspects[c.blocks()]; s != nil {
				if n := d.whatNeeds(c, s.user); n != nil && slices.ContainsFunc(known[key], func(k lead) bool { return d.leads(k, c, n) }) {
					c.By = by
				}
			}
		}
		if c.By != nil && slices.Contains(leading, c.By.Group) {
			if x := d.origins.at(c.Use.Stack, c.Use.Site); x != nil {
				at := d.origins.placeOf(x, c.Use.Stack)
				base, _ := x.base(at.activation)
				known[key] = append(known[key], lead{c, at, base})
			}
		}
	}
}

// lead is a candidate that was taken out, and the place of its use.
type lead struct {
	*Candidate
	at, base place
}

// leads: the use c depends on the use k, whose object is gone when that of c is. Counted memory is come to
// by an owner of the handler's own, too, which keeps it: what a list says decides nothing, only what is in it
// goes with it.
func (d *decision) leads(k lead, c *Candidate, n *needs) bool {
	if k.By == &kept {
		n = n.ofPointer(c)
	}
	return (n.places[k.at] || n.bases[k.base]) && k.Use.Op < c.Use.Op && d.freedBefore(k.Candidate, c)
}

// freedBefore: where the object of c is freed, that of k has been.
func (d *decision) freedBefore(k, c *Candidate) bool {
	if d.freer(k) == d.freer(c) {
		return k.Data.FreeBlock <= c.Data.FreeBlock
	}
	return k.Data.FreeBlock >= 0 && d.o.AtOrBefore(k.Data.FreeBlock, c.Data.FreeBlock)
}
