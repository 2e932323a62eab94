package sparsehb

import (
	"cmp"
	"iter"
	"slices"

	"sparseracer/internal/trace"
)

// Inputs that a loop bars, of the filter RM (docs/trace-language.md, Races): no schedule
// delivers them inside it. A loop bars
//   - what a person does, if it excludes input (attribute `excludes` of its pause) or only
//     flushes posted events, and no loop inside it in the recorded run takes input;
//   - keys, if it is a menu's (grabbed.go).
//
// Let X spin v, and let a free in F need an input A that v bars: F is A's own, or of a
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
	menuBars = "an open menu has the keyboard"
	loopBars = "its loop takes no input"
)

var barredReasons = map[string]string{menuBars: grabbedReason, loopBars: excludedReason}

// Barred says why the event, an input, cannot be delivered in the loop, "" if it can.
func (o *Order) Barred(e *Event, v *Loop) string {
	switch {
	case o.menuBars(e, v):
		return menuBars
	case o.loopBars(e, v):
		return loopBars
	}
	return ""
}

// loopBars: the loop takes no input, and none inside it does.
func (o *Order) loopBars(e *Event, v *Loop) bool {
	return o.excluding[v.Guard] && e.Kind == trace.Input && slices.Contains(stopped, e.Attr("type"))
}

// loops gives those that the trace shows to run.
func (o *Order) loops() iter.Seq[*Loop] {
	return func(yield func(*Loop) bool) {
		for i := range o.sk.loops {
			if o.sk.loops[i].Pause != NoOp && !yield(&o.sk.loops[i]) {
				return
			}
		}
	}
}

// excludingLoops are the loops that, with all inside them, take no input.
func (o *Order) excludingLoops() map[trace.GuardID]bool {
	list := map[trace.GuardID]bool{}
	var open []trace.GuardID // the excluding ones that are running, by their pauses
	byPause := func(a, b *Loop) int { return cmp.Compare(a.Pause, b.Pause) }
	for _, v := range slices.SortedFunc(o.loops(), byPause) {
		open = slices.DeleteFunc(open, func(g trace.GuardID) bool { return o.sk.loops[g].Resume < v.Pause })
		if v.attr("excludes") == "input" || v.attr("flush") != "" {
			list[v.Guard] = true
			open = append(open, v.Guard)
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
func (o *Order) inputBehind(free, x *Event) *Event {
	if free.Kind != trace.Deferred || free.Poster < 0 {
		return free
	}
	born := o.sk.heap.life.bornAt(free.ID)
	if o.waitsFor(free, x) || born != NoOp && born > x.Deq && o.BlockOf(born) >= 0 && o.sk.blocks[o.BlockOf(born)].Event == x.ID {
		return &o.sk.events[free.Poster]
	}
	return free
}

// barred is the reason of the filter if the loops of its handler keep the use u, which came
// first in the recorded run, from the free of x; "" if they do not.
func (o *Order) barred(x *object, u *useGroup) string {
	if len(o.grabs)+len(o.excluding) == 0 || x.free.block < 0 || u.block < 0 {
		return ""
	}
	user, freer := o.sk.blocks[u.block].Event, o.sk.blocks[x.free.block].Event
	if user < 0 || freer < 0 {
		return ""
	}
	owner, free := &o.sk.events[user], &o.sk.events[freer]
	a, held := o.inputBehind(free, owner), u.hold != nil && (free.Kind != trace.Deferred || o.waitsFor(free, owner))
	made := x.alloc.block >= 0 && o.sk.blocks[x.alloc.block].Event == user
	all := true // the loops before bar it, too
	for _, g := range owner.Loops {
		v := &o.sk.loops[g]
		why := o.Barred(a, v)
		if v.ResumeBlock != u.block {
			all = all && (why != "" || made && v.Pause < x.allocOp)
			continue
		}
		if held || all && (made || slices.Contains(o.dying()[x.free.block], user)) {
			return barredReasons[why]
		}
		return ""
	}
	return ""
}
