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
// Then v bars (barred.go) keys for windows that are no menus.
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

// menuBars: a menu has the keyboard while v runs, and the event is a key for another window.
func (o *Order) menuBars(e *Event, v *Loop) bool {
	return len(o.grabs) > 0 && v.Owner >= 0 && o.isTyped(e) && o.menuLoop(v)
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
