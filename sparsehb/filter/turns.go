package filter

import (
	"sparseracer/internal/trace"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/race"
)

var turns = Filter{
	ID: "FF", Name: "one turn", Aliases: []string{}, Kind: order.Assumption, Sets: order.InBatch,
	Races: UseFree, Turn: 75, Group: Again,
	Reason:   "one turn: the free is a deferred delete that nobody asks for before the loop, which turns once and so does not deliver it",
	Sentence: "The free is a deferred delete that nobody asks for before the loop in front of the use, and that loop turns once.",
	Limit:    "Needs a recording that says which loops turn once.",
	Breaks:   "A loop of another handler in that turn; code that delivers deferred deletes by itself.",
	pair:     (*Filters).inOneTurn,
}

// A loop that turns once delivers what was posted before it turned, and then what comes
// from outside. What these handlers post stays behind the mark, for the next turn. Let X
// spin such a loop v as its last before the use, and let the free be a deferred delete
// that is asked for after the pause of v. Then v does not deliver it; nor does a loop that
// runs inside a handler that asks for it, for that loop is deeper. So it comes when X goes
// on at the earliest, and the use is in the block with which X goes on.
//
// Under Qt's own dispatcher a person's input comes before the batch of a turn, and so does
// what it asks for: then the filter says nothing.
//
// What asked for it, or what delivered it, in a loop of another handler in the recorded
// run: that loop may run inside v, and is left alone.
func (f *Filters) inOneTurn(x *race.Object, u *race.Use) bool {
	if u.Block < 0 || x.Data.FreeBlock < 0 {
		return false
	}
	user, freer := f.o.Event(f.o.EventOf(u.Block)), f.o.Event(f.o.EventOf(x.Data.FreeBlock))
	if user == nil || freer == nil || freer.Kind != trace.Deferred || freer.Poster < 0 {
		return false
	}
	v, asked := f.lastTurn(user, u.Block), f.o.EnqBlock(freer.ID)
	if v == nil || asked < 0 || !f.o.Before(v.PauseBlock, asked) {
		return false
	}
	poster := f.o.Event(freer.Poster)
	return beside(freer, user, v) && beside(poster, user, v) && len(poster.Loops) == 0 && !f.o.BeforeBatch(poster.ID)
}

// lastTurn is the loop that ends where the block begins, if it turns once.
func (f *Filters) lastTurn(owner *order.Event, b order.BlockID) *order.Loop {
	for _, g := range owner.Loops {
		if v := &f.o.Loops()[g]; v.ResumeBlock == b && v.Attr("turns") == "1" {
			return v
		}
	}
	return nil
}

// beside: the event was delivered in v, or in the loop that v's owner was delivered in.
func beside(e, owner *order.Event, v *order.Loop) bool {
	return e.Within == v.ID || e.Within == owner.Within
}
