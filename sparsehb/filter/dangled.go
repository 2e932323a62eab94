package filter

import (
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/race"
)

var dangled = Filter{
	ID: "F5", Name: "dangling", Aliases: []string{}, Kind: order.Heuristic, Sets: order.InExact | order.InBatch,
	Races: UseFree, Turn: 100, Group: Dangling,
	Reason:   "dangling: freed in the recorded run while a handler waited that referred to it, and that went on",
	Sentence: "The recorded run freed it while the handler waited that referred to it, and the program went on to its end.",
	Limit:    "Only of live references; rests where the program did not end in order.",
	Breaks:   "A handler that reads what was freed, and finds what was there before.",
	observed: true,
	pair:     (*Filters).isDangled,
}

// Dangling (docs/trace-language.md): a potential use is a live reference, of which nobody saw
// that it was used. Where the recorded run itself freed the memory in the loop, it has done
// what a schedule would bring about, and gone on.
//
// Freed memory mostly holds what it held. So these are tried like any other: guard pages show
// a use that the recorded run did not feel.
//
// Where the program crashed, the reference may be why.
func (f *Filters) isDangled(x *race.Object, u *race.Use) bool {
	return u.Live != nil && u.Op > x.FreeOp && f.o.Meta().Complete
}
