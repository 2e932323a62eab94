package semantics

import (
	"math/rand"

	"sparseracer/internal/trace"
)

// Random programs in which a use may meet a free, for the filters that say it does not:
// timers that are stopped before the free, and dialogs whose opener can be taken away.

// used is the thing that is used and freed; receiver the one that events go to.
const used = 0

// NewStops makes a random program in which a timer's handler uses a thing, and handlers
// stop the timer and free the thing.
func NewStops(seed int64, kind trace.LoopKind) *Program {
	g := &maker{Rand: rand.New(rand.NewSource(seed)), p: &Program{Kind: kind}}
	g.few()
	g.loops()
	g.p.Things = receiver
	handlers := len(g.p.Events)
	for range 1 + g.Intn(2) {
		first := len(g.p.Events)
		g.clock()
		for e := first; e < len(g.p.Events); e++ {
			if g.p.Events[e].Timer > 0 && g.Intn(2) == 0 {
				insert(g.Rand, &g.p.Events[e].Body, Action{Use, used})
			}
		}
	}
	timer, by := g.Intn(len(g.p.Timers)), &g.p.Events[g.Intn(handlers)].Body
	stop := Action{[]Do{StopTimer, CloseTimer}[g.Intn(2)], timer}
	if g.Intn(3) > 0 {
		*by = append(*by, stop, Action{Free, used})
	} else {
		insert(g.Rand, by, stop)
		insert(g.Rand, &g.p.Events[g.Intn(handlers)].Body, Action{Free, used})
	}
	return g.p
}

// NewOwners makes a random program in which a handler, the owner, waits in a loop and then
// frees a thing and the receiver of another event, which uses the thing after a loop of its
// own.
func NewOwners(seed int64, kind trace.LoopKind) *Program {
	g := &maker{Rand: rand.New(rand.NewSource(seed)), p: &Program{Kind: kind}}
	g.few()
	g.p.Things, g.p.Loops = receiver, 2
	if g.Intn(3) == 0 {
		g.loops()
	}
	owner := g.Intn(len(g.p.Events))
	x := g.add(Event{Kind: trace.Timer, To: receiver, Body: []Action{{Spin, 0}, {Use, used}}})
	frees := []Action{{Free, receiver - 1}, {Free, used}}
	switch g.Intn(6) {
	case 0, 1:
		frees[0], frees[1] = frees[1], frees[0]
	case 2: // the receiver stays
		frees = frees[1:]
	}
	body := append([]Action{{Spin, 1}}, frees...)
	if g.Intn(4) > 0 {
		body = append([]Action{{Post, x}}, body...)
	} else {
		g.somewhere(Action{Post, x})
	}
	g.p.Events[owner].Body = append(g.p.Events[owner].Body, body...)
	for v := range 2 {
		e := Event{Kind: trace.Env, Root: true, Body: []Action{{Reset, v}}}
		if g.Intn(4) == 0 {
			e.To = receiver
		}
		g.add(e)
	}
	return g.p
}

// NewDialogs makes a random program in which a handler, the opener, shows a dialog or a
// menu, waits in a loop, and uses a thing afterwards; input to the window below, and
// whatever comes of it, frees that and the opener's receiver. There are no loops of
// others.
func NewDialogs(seed int64, kind trace.LoopKind) *Program { return newDialogs(seed, kind, false) }

// NewDialogsAmid makes one in which there are.
func NewDialogsAmid(seed int64, kind trace.LoopKind) *Program { return newDialogs(seed, kind, true) }

func newDialogs(seed int64, kind trace.LoopKind, amid bool) *Program {
	g := &maker{Rand: rand.New(rand.NewSource(seed)), p: &Program{Kind: kind}}
	g.few()
	if amid {
		g.loops()
	}
	g.p.Things, g.p.Depths, g.p.BatchDeletes = receiver, g.Intn(2) == 0, true
	menu := g.Intn(3) == 0
	below, dialog := g.newWindow(Window{}), g.newWindow(Window{Modal: !menu, Menu: menu})
	if g.Intn(5) > 0 {
		g.p.Startup = append(g.p.Startup, Action{Show, below - 1})
	} else {
		g.somewhere(Action{Show, below - 1})
	}
	opener, v := g.opener(below, dialog), g.p.Loops
	g.p.Loops++
	closes := g.closing(dialog, menu, v, opener)
	g.freeing(below, menu)
	if g.Intn(2) == 0 { // somebody else uses the thing meanwhile
		e := g.add(Event{Kind: trace.Posted, Body: []Action{{Use, used}}})
		if g.Intn(2) == 0 {
			g.p.Events[e].To = receiver
		}
		g.before(opener, Action{Post, e})
	} else if g.Intn(2) == 0 {
		insert(g.Rand, &g.p.Events[closes].Body, Action{Use, used})
	}
	return g.p
}

// before puts an action before the opener's loop, or anywhere.
func (g *maker) before(opener int, a Action) {
	if g.Intn(4) == 0 {
		g.somewhere(a)
		return
	}
	body := &g.p.Events[opener].Body
	*body = append([]Action{a}, *body...)
}

// opener shows the dialog, spins the next loop and uses the thing.
func (g *maker) opener(below, dialog int) int {
	v := g.p.Loops
	e := Event{Kind: trace.Env, Root: true}
	if g.Intn(2) == 0 {
		e = Event{Kind: trace.Input, Root: true, Surroundings: Surroundings{Window: below, Type: "Mouse"}}
	}
	if g.Intn(5) > 0 {
		e.To = receiver
	}
	e.Body = []Action{{Show, dialog - 1}}
	if g.Intn(2) == 0 {
		e.Body = append(e.Body, Action{Hold, used})
	}
	e.Body = append(e.Body, Action{Spin, v})
	if g.Intn(3) == 0 {
		e.Body = append(e.Body, Action{Hide, dialog - 1})
	}
	if g.Intn(4) > 0 {
		e.Body = append(e.Body, Action{Use, used})
	}
	return g.add(e)
}

// closing adds what hides the dialog and ends its loop, mostly in one go.
func (g *maker) closing(dialog int, menu bool, v, opener int) int {
	e := Event{Kind: trace.Posted, Prio: int32(g.Intn(2))}
	typed := g.Intn(3) > 0
	if typed {
		e = Event{Kind: trace.Input, Root: true, Surroundings: Surroundings{Window: dialog, Type: "Mouse"}}
		if menu {
			e.Type = "Key"
		}
	}
	hide, reset := Action{Hide, dialog - 1}, Action{Reset, v}
	e.Body = []Action{hide, reset}
	if g.Intn(5) == 0 {
		e.Body = []Action{reset}
		g.somewhere(hide)
	}
	n := g.add(e)
	if !typed {
		g.before(opener, Action{Post, n})
		if g.Intn(2) == 0 {
			g.p.Excludes |= 1 << v
		}
	}
	return n
}

// freeing adds input to the window below, and the free that it brings about: its own, a
// deferred delete's, or that of something it posts.
func (g *maker) freeing(below int, menu bool) {
	kind := []string{"Close", "Mouse", "Key", "Close", "Activate"}[g.Intn(5)]
	if menu && g.Intn(4) > 0 {
		kind = "Key"
	}
	about := Surroundings{Window: below, Type: kind, First: kind == "Activate"}
	if kind == "Key" {
		g.input(below, Surroundings{Type: "Activate", First: true})
		about.Reach = g.Intn(6) == 0
	}
	a := g.input(below, about)
	frees := []Action{{Free, used}}
	switch g.Intn(3) {
	case 0:
		frees = append(frees, Action{Free, receiver - 1})
	case 1:
		frees = append([]Action{{Free, receiver - 1}}, frees...)
	}
	body := &g.p.Events[a].Body
	if g.Intn(5) == 0 { // it waits for something first
		r := g.add(Event{Kind: trace.Posted, Body: []Action{{Reset, g.p.Loops}}})
		body = &g.p.Events[a].Body
		*body = append(*body, Action{Post, r}, Action{Spin, g.p.Loops})
		g.p.Loops++
	}
	switch g.Intn(4) {
	case 0, 1:
		d := g.add(Event{Kind: trace.Deferred, Body: frees})
		if g.Intn(3) == 0 {
			g.p.Events[d].To = receiver
		}
		body = &g.p.Events[a].Body
		*body = append(*body, Action{Post, d})
	case 2:
		d := g.add(Event{Kind: trace.Posted, Body: frees})
		body = &g.p.Events[a].Body
		*body = append(*body, Action{Post, d})
	default:
		*body = append(*body, frees...)
	}
}
