package filter

import (
	"slices"
	"strings"

	"sparseracer/internal/trace"
	"sparseracer/sparsehb/heap"
	"sparseracer/sparsehb/order"
	"sparseracer/sparsehb/race"
)

var menus = Filter{
	ID: "FK", Name: "menus have the keyboard", Aliases: []string{"RM"}, Kind: order.Assumption, Sets: order.InExact | order.InBatch,
	Races: UseFree, Turn: 60, Group: Modal,
	Reason:   "menu: the free needs a key, and an open menu takes those until after the use",
	Sentence: "The free needs a key for another window, and an open menu takes those until after the use.",
	Breaks:   "A loop of another handler that runs when the menu closes.",
	HeldBy:   []string{"TestFilterSchedules", "TestFilterPremises", "TestFilterLimits"},
	prepare:  func(f *Filters) { f.grabs = f.keyGrabs() },
	pair:     func(f *Filters, x *race.Object, u *race.Use) bool { return f.barred(x, u) == menuBars },
}

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

func (f *Filters) keyGrabs() []grab {
	var list []grab
	for i := range f.o.Events() {
		e := &f.o.Events()[i]
		if e.Attr("grabs") != "keys" || e.Enq == heap.NoOp || e.Drop == heap.NoOp {
			continue
		}
		from, to := f.o.EnqBlock(e.ID), f.o.BlockOf(e.Drop)
		if from >= 0 && to >= 0 {
			list = append(list, grab{e.Attr("arms"), e.Enq, e.Drop, f.o.EventOf(from), f.o.EventOf(to)})
		}
	}
	return list
}

// menuBars: a menu has the keyboard while v runs, and the event is a key for another window.
func (f *Filters) menuBars(e *order.Event, v *order.Loop) bool {
	return len(f.grabs) > 0 && v.Owner >= 0 && f.isTyped(e) && f.menuLoop(v)
}

// isTyped: the event is a key for a window that is no menu.
func (f *Filters) isTyped(a *order.Event) bool {
	if a.Kind != trace.Input || a.Attr("type") != "Key" || a.Attr("reach") != "" {
		return false
	}
	for _, w := range strings.Fields(a.Attr("needs")) {
		if strings.HasPrefix(w, "shown:") {
			return !slices.ContainsFunc(f.grabs, func(g grab) bool { return g.window == w })
		}
	}
	return false
}

// menuLoop: v is the loop of a menu that its owner has shown.
func (f *Filters) menuLoop(v *order.Loop) bool {
	return v.Resetter >= 0 && slices.ContainsFunc(f.grabs, func(g grab) bool {
		return g.by == v.Owner && g.shown < v.Pause && g.gone > v.Pause && g.ending == v.Resetter &&
			g.shown > f.o.Events()[v.Owner].Deq
	})
}
