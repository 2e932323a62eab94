package filter

import "sparseracer/sparsehb/order"

var keptByLibrary = Filter{
	ID: "FY", Name: "kept by a library", Aliases: []string{}, Kind: order.Heuristic, Sets: order.InExact | order.InBatch,
	Races: UseFree, Turn: 65, Group: Possible,
	Reason:   "possible only: the pointer comes out of memory that a library handed over, which may keep it longer than the object lives",
	Sentence: "The pointer was loaded from memory that a library handed to a member function of the program, or has just made and filled.",
	Limit:    "Needs our compilers' notes: without them such pairs are reported.",
	Breaks:   "A model that does not say that a row goes; of two places, the program's own.",
	ask: func(d *decision, by *Filter) {
		d.takeHanded(by, true)
		d.askReached(by, Possible)
	},
}

// Kept by a library (docs/trace-language.md): a view asks the program's model for a row by an
// index that it keeps, and the program has a pointer of its own in that index. Or a library
// makes a list for the handler that asks (the children of some class, what is selected). Whether the
// library forgets the index when the row goes, or the program does not say that it goes,
// nobody sees. So these, and what is reached through them only, are told apart from what is
// reported.
