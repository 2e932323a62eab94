package filter

import (
	"sparseracer/internal/trace"
	"sparseracer/sparsehb/order"
)

var unread = Filter{
	ID: "FU", Name: "not looked at", Aliases: []string{}, Kind: order.Heuristic, Sets: order.InExact | order.InBatch,
	Races: UseFree, Turn: 45, Group: Again,
	Reason:   "not looked at: the function that is handed the pointer is not known to look at what it points to",
	Sentence: "A call hands over a pointer, to a function that is not known to look at what it points to.",
	Limit:    "Needs our compilers' notes; takes out what goes on to a virtual function.",
	Breaks:   "A function that keeps the pointer, for its library to look at later.",
	ask:      (*decision).askUnread,
	after:    true,
}

// Not looked at (docs/trace-language.md): what a program hands over by a pointer may be
// compared, or kept (the index of a tab, an entry to be removed). The code of the function
// says whether it looks at what the pointer points to. A function of the program's own is
// recorded: its accesses are the uses.
func (d *decision) askUnread(by *Filter) {
	for i := range d.candidates {
		c := d.candidates[i]
		if c.By != nil || c.Use.Live != nil || c.Use.Mode&trace.ModeUse == 0 {
			continue
		}
		if use := d.origins.at(c.Use.Stack, c.Use.Site); use != nil && use.Pointer && !d.origins.looks(c.Use.Stack) {
			c.By = by
		}
	}
}

// looks: what is called at a stack's innermost frame looks at what the pointer points to that
// it is handed there.
func (o *origins) looks(s trace.StackID) bool {
	x, known := o.looked[s]
	if !known && o.by != nil {
		x = o.by.Looks(o.tables, s)
		o.looked[s] = x
	}
	return x
}
