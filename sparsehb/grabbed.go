package sparsehb

import (
	"slices"
	"strings"

	"sparseracer/internal/trace"
)

// Menus, the other half of the filter RM: an open menu has the keyboard. What is
// typed goes to it, also what is still in the window system's queue when it closes,
// for there it is addressed to the menu. So a key for another window comes in a later
// turn of the loop, and the loop that the menu was shown for has no later turn: what
// hides the menu ends it.
//
// Let a handler X show a menu and then spin v, and let the event that ends v hide it.
// Let a free in F need a key A for a window that is no menu: F is A's own, or a
// deferred delete's that A asked for and that no loop of X's delivers. Then F is not
// between the pause and the resume of v: A is not delivered there, and if it was before,
// F was, too, or comes when X is over, for handlers nest. So F does not meet
//   - what X only held across v (the object was there at the pause);
//   - a use after v, if v is X's first loop, and X goes to an object that F frees: then F
//     does not come before X either.
//
// A key for which the program has a shortcut that works in any window is none of these.
// The pointer is another matter: a click outside of the menu closes it and is then
// delivered to what lies there, inside v.
type grab struct {
	window     string
	shown      uint64 // operation
	gone       uint64
	by, ending trace.EventID // the handlers that did so
}

func (o *Order) keyGrabs() []grab {
	var list []grab
	for i := range o.sk.events {
		e := &o.sk.events[i]
		if e.Attr("grabs") != "keys" || e.Enq == NoOp || e.Drop == NoOp {
			continue
		}
		from, to := o.sk.about[i].enq, o.BlockOf(e.Drop)
		if from >= 0 && to >= 0 {
			list = append(list, grab{e.Attr("arms"), e.Enq, e.Drop, o.sk.blocks[from].Event, o.sk.blocks[to].Event})
		}
	}
	return list
}

// isTyped: the event is a key for a window that is no menu.
func (o *Order) isTyped(a *Event) bool {
	if a.Kind != trace.Input || a.Attr("type") != "Key" || a.Attr("reach") != "" {
		return false
	}
	for _, w := range strings.Fields(a.Attr("needs")) {
		if strings.HasPrefix(w, "shown:") {
			return !slices.ContainsFunc(o.grabs, func(g grab) bool { return g.window == w })
		}
	}
	return false
}

// menuLoop: v is the loop of a menu that its owner has shown.
func (o *Order) menuLoop(v *Loop) bool {
	return v.Resetter >= 0 && slices.ContainsFunc(o.grabs, func(g grab) bool {
		return g.by == v.Owner && g.shown < v.Pause && g.gone > v.Pause && g.ending == v.Resetter &&
			g.shown > o.sk.events[v.Owner].Deq
	})
}

// Grabbed reports whether the event, a key, cannot be delivered in the loop, because a
// menu has the keyboard.
func (o *Order) Grabbed(e *Event, v *Loop) bool {
	return v.Owner >= 0 && o.isTyped(e) && o.menuLoop(v)
}

// grabbed reports whether an open menu keeps the free of x from the use u, which came
// before it in the recorded run.
func (o *Order) grabbed(x *object, u *useGroup) bool {
	if len(o.grabs) == 0 || x.free.block < 0 || u.block < 0 {
		return false
	}
	user, freer := o.sk.blocks[u.block].Event, o.sk.blocks[x.free.block].Event
	if user < 0 || freer < 0 {
		return false
	}
	free, owner := &o.sk.events[freer], &o.sk.events[user]
	a := free
	if free.Kind == trace.Deferred && free.Poster >= 0 && o.waitsFor(free, owner) {
		a = &o.sk.events[free.Poster]
	}
	for i, g := range owner.Loops {
		v := &o.sk.loops[g]
		if v.ResumeBlock == u.block && o.Grabbed(a, v) {
			return u.hold != nil || i == 0 && slices.Contains(o.dying()[x.free.block], user)
		}
	}
	return false
}
