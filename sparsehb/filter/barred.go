package filter

import (
	"cmp"
	"iter"
	"slices"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/race"
)

var excluded = Filter{
	ID: "FX", Name: "loops without input", Aliases: []string{"RM"}, Kind: order.Assumption, Sets: order.InExact | order.InBatch,
	Races: UseFree, Turn: 70, Group: Modal,
	Reason:   "excluded: the free needs input, or a timer or a socket, and the loop before the use takes none",
	Sentence: "The free needs input, or in a flush of posted events a timer or a socket, and the loop before the use takes none.",
	Breaks:   "A loop of another handler that takes such, and that another run spins inside.",
	HeldBy:   []string{"TestFilterSchedules", "TestFilterPremises", "TestFilterLimits"},
	prepare: func(f *Filters) {
		f.excluding = f.loopsOf(func(v *order.Loop) bool { return v.Attr("excludes") == "input" || flushes(v) })
		f.flushing = f.loopsOf(flushes)
	},
	pair: func(f *Filters, x *race.Object, u *race.Use) bool {
		why := f.barred(x, u)
		return why == loopBars || why == flushBars
	},
	byCall: func(f *Filters, x *race.Object, u *race.Use) bool {
		free, user := f.o.Event(f.o.EventOf(x.Data.FreeBlock)), f.o.Event(f.o.EventOf(u.Block))
		return free != nil && user != nil && closes(f.inputBehind(free, user))
	},
}

// Inputs that a loop bars, of the filter RM (docs/trace-language.md, Races): no schedule
// delivers them inside it. A loop bars
//   - what a person does, if it excludes input (attribute `excludes` of its pause) or only
//     flushes posted events, and no loop inside it in the recorded run takes input;
//   - timers and sockets, if it and all loops inside it in the recorded run only flush
//     posted events: these come of the system, and not of the queue;
//   - keys, if it is a menu's (menus.go).
//
// Let X spin v, and let a free in F need an event A that v bars: F is A's own, or of a
// deferred delete that A asked for and that no loop of X's delivers, or whose receiver X
// made before v, so that A is not before X either. Then F is not
// between the pause and the resume of v: A is not delivered there, and if it was before,
// F was, too, or comes when X is over, for handlers nest. So F does not meet
//   - what X only held across v (the object was there at the pause);
//   - a use after v, if all of X's loops up to v bar A, and X goes to an object that F
//     frees, or made what F frees (then the loops before that do not matter): F does not
//     come before X, or before that, either.

// Why an input is barred.
const (
	menuBars  = "an open menu has the keyboard"
	loopBars  = "its loop takes no input"
	flushBars = "its loop only delivers what was posted"
)

// Barred says why the event cannot be delivered in the loop, "" if it can. What
// was delivered in a loop of another handler comes inside v in that loop, where that
// handler comes inside v: a window that it shows hides the menus first, and its loop takes
// what it takes. So that handler is asked in its place.
func (f *Filters) Barred(e *order.Event, v *order.Loop) string {
	e = f.deliveredBy(e, v)
	switch {
	case f.menuBars(e, v):
		return menuBars
	case f.loopBars(e, v):
		return loopBars
	case f.flushing[v.ID] && (e.Kind == trace.Timer || e.Kind == trace.Socket):
		return flushBars
	}
	return ""
}

// KeptOut is the filter of what keeps the free of a block out of a loop, nil if nothing
// does: the free needs an event that the loop bars. byCall: a call from outside could do
// what the input does. The free may still come before the loop's handler.
func (f *Filters) KeptOut(free order.BlockID, loop trace.LoopID) (by *Filter, byCall bool) {
	freer := f.o.Event(f.o.EventOf(free))
	v := &f.o.Loops()[loop]
	owner := f.o.Event(v.Owner)
	if freer == nil || owner == nil {
		return nil, false
	}
	a := f.inputBehind(freer, owner)
	switch f.Barred(a, v) {
	case menuBars:
		return &menus, false
	case loopBars, flushBars:
		return &excluded, closes(f.deliveredBy(a, v))
	}
	return nil, false
}

// deliveredBy is the outermost handler that has to come inside v for e to come there: e
// itself, or the one in whose loop it was delivered.
func (f *Filters) deliveredBy(e *order.Event, v *order.Loop) *order.Event {
	for e.Within >= 0 {
		w := &f.o.Loops()[e.Within]
		owner := f.o.Event(w.Owner)
		if owner == nil || owner.Deq == heap.NoOp || w.Owner == v.Owner || w.Pause < v.Pause && w.Resume > v.Pause {
			break // start-up code's, the same handler's, or v runs inside it
		}
		e = owner
	}
	return e
}

// loopBars: the loop takes no input, and none inside it does.
func (f *Filters) loopBars(e *order.Event, v *order.Loop) bool {
	return f.excluding[v.ID] && e.Kind == trace.Input && slices.Contains(stopped, e.Attr("type"))
}

// loops gives those that the trace shows to run.
func (f *Filters) loops() iter.Seq[*order.Loop] {
	return func(yield func(*order.Loop) bool) {
		for i := range f.o.Loops() {
			if f.o.Loops()[i].Pause != heap.NoOp && !yield(&f.o.Loops()[i]) {
				return
			}
		}
	}
}

func flushes(v *order.Loop) bool { return v.Attr("flush") != "" }

// loopsOf are the loops of a kind in which no other one runs.
func (f *Filters) loopsOf(kind func(*order.Loop) bool) map[trace.LoopID]bool {
	list := map[trace.LoopID]bool{}
	var open []trace.LoopID // those of the kind that are running, by their pauses
	byPause := func(a, b *order.Loop) int { return cmp.Compare(a.Pause, b.Pause) }
	for _, v := range slices.SortedFunc(f.loops(), byPause) {
		open = slices.DeleteFunc(open, func(g trace.LoopID) bool { return f.o.Loops()[g].Resume < v.Pause })
		if kind(v) {
			list[v.ID] = true
			open = append(open, v.ID)
			continue
		}
		for _, g := range open {
			delete(list, g)
		}
		open = open[:0]
	}
	return list
}

// inputBehind is A of a free in an event: itself, or what asked for the deferred delete
// that it is, where none of x's loops delivers that if it was asked for before x.
func (f *Filters) inputBehind(free, x *order.Event) *order.Event {
	if free.Kind != trace.Deferred || free.Poster < 0 {
		return free
	}
	born := f.o.Heap().BornAt(free.ID)
	if f.waitsFor(free, x) || born != heap.NoOp && born > x.Deq && f.o.BlockOf(born) >= 0 && f.o.EventOf(f.o.BlockOf(born)) == x.ID {
		return &f.o.Events()[free.Poster]
	}
	return free
}

// barred says why the loops of its handler keep the use u, which came
// first in the recorded run, from the free of x; "" if they do not.
func (f *Filters) barred(x *race.Object, u *race.Use) string {
	if len(f.grabs)+len(f.excluding) == 0 || x.Data.FreeBlock < 0 || u.Block < 0 {
		return ""
	}
	user, freer := f.o.EventOf(u.Block), f.o.EventOf(x.Data.FreeBlock)
	if user < 0 || freer < 0 {
		return ""
	}
	owner, free := &f.o.Events()[user], &f.o.Events()[freer]
	a, held := f.inputBehind(free, owner), u.Live != nil && (free.Kind != trace.Deferred || f.waitsFor(free, owner))
	made := x.Data.AllocBlock >= 0 && f.o.EventOf(x.Data.AllocBlock) == user
	all := true // the loops before bar it, too
	for _, g := range owner.Loops {
		v := &f.o.Loops()[g]
		why := f.Barred(a, v)
		if v.ResumeBlock != u.Block {
			all = all && (why != "" || made && v.Pause < x.AllocOp)
			continue
		}
		if held || all && (made || slices.Contains(f.dying[x.Data.FreeBlock], user)) {
			return why
		}
		return ""
	}
	return ""
}
