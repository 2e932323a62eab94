package filter

import (
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/order"
)

var reached = Filter{
	ID: "FJ", Name: "reached through what is gone", Aliases: []string{}, Kind: order.Heuristic, Sets: order.InExact | order.InBatch,
	Races: UseFree, Turn: 60, Group: Again,
	Reason:   "reached: the handler comes to the object by another one that the same handler frees, and to that it would not have come",
	Sentence: "The use depends on a use of another object, which the same handler frees no later, and which a filter takes out.",
	Limit:    "Needs our compilers' notes: without them such pairs are reported.",
	Breaks:   "What breaks the filter of the other use.",
	ask:      func(d *decision, by *Filter) { d.askReached(by, Again, Guarded) },
}

// Reached through what is gone (docs/trace-language.md): the pointer of the use, or a
// condition of it, was read in another object. The handler of the free frees that one, too,
// in the same block or before, and the read is no race, for it is guarded, or the object
// was handed out to the handler. So where the free comes first, the handler does not come as far
// as the use.
func (d *decision) askReached(by *Filter, leading ...Group) {
	type blocks struct {
		use   order.BlockID
		freer trace.EventID
	}
	known := map[blocks][]*Candidate{} // taken out so far; candidates are in the order of their uses
	for i := range d.candidates {
		c := &d.candidates[i]
		key := blocks{c.Use.Block, d.freer(c)}
		if c.By == nil && !c.After && c.Use.Live == nil && key.freer >= 0 && len(known[key]) > 0 {
			if s := d.suspects[c.blocks()]; s != nil {
				if n := d.whatNeeds(c, s.user); n != nil && slices.ContainsFunc(known[key], func(k *Candidate) bool { return d.leads(k, c, n) }) {
					c.By = by
				}
			}
		}
		if c.By != nil && slices.Contains(leading, c.By.Group) {
			known[key] = append(known[key], c)
		}
	}
}

// leads: the use c depends on the use k, whose object is gone when that of c is.
func (d *decision) leads(k, c *Candidate, n *needs) bool {
	if k.Data.FreeBlock > c.Data.FreeBlock || k.Use.Op >= c.Use.Op {
		return false
	}
	x := d.origins.at(k.Use.Stack, k.Use.Site)
	return x != nil && n.places[d.origins.placeOf(x, k.Use.Stack)]
}
