package filter

import (
	"sparseracer/internal/trace"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/race"
)

var vptr = Filter{
	ID: "FP", Name: "vtable pointer", Aliases: []string{"vptr"}, Kind: order.Heuristic, Sets: order.InPaper | order.InExact | order.InBatch,
	Races: ReadWrite, Turn: 10, Group: "",
	Reason:   "a constructor or destructor sets the vtable pointer: the object's life, not its data",
	Sentence: "A constructor or destructor sets the vtable pointer, which collides with virtual calls: that is about the object's life, not its data.",
	Breaks:   "A virtual call that comes while an object is half built.",
	Harmless: true,
	accesses: func(f *Filters, a, b *race.Use) bool { return (a.Mode|b.Mode)&trace.ModeVptr != 0 },
}
