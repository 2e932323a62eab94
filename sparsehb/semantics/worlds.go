package semantics

import (
	"math/rand"

	"sparseracer/internal/trace"
)

// Random programs with an environment. What other events rely on always comes: a loop that
// an event owns which may never come is ended by one that comes of it.

// mostEvents is how many events such a program has, about.
const mostEvents = 12

// NewEnvironment makes a random program with timers, notifiers, windows and things that
// are made on the way.
func NewEnvironment(seed int64, kind trace.LoopKind) *Program {
	g := &maker{Rand: rand.New(rand.NewSource(seed)), p: &Program{Kind: kind}}
	g.few()
	g.loops()
	g.p.Things, g.p.Silent = 1, g.Intn(2) == 0
	for range 1 + g.Intn(3) {
		if len(g.p.Events) >= mostEvents {
			break
		}
		[]func(){g.clock, g.clock, g.notifier, g.window, g.dialogs, g.late}[g.Intn(6)]()
	}
	return g.p
}

// NewClocks makes one with timers only.
func NewClocks(seed int64, kind trace.LoopKind) *Program {
	g := &maker{Rand: rand.New(rand.NewSource(seed)), p: &Program{Kind: kind}}
	g.few()
	g.p.Things = 1
	for range 2 + g.Intn(2) {
		g.clock()
	}
	return g.p
}

// few makes a small forest of events.
func (g *maker) few() {
	for {
		g.events()
		if len(g.p.Events) <= 5 {
			return
		}
		g.p.Events, g.p.Startup = nil, nil
	}
}

// somewhere puts an action into some handler, or into start-up code.
func (g *maker) somewhere(a Action) {
	if i := g.Intn(len(g.p.Events) + 1); i < len(g.p.Events) {
		insert(g.Rand, &g.p.Events[i].Body, a)
	} else {
		insert(g.Rand, &g.p.Startup, a)
	}
}

func (g *maker) add(e Event) int {
	g.p.Events = append(g.p.Events, e)
	return len(g.p.Events) - 1
}

// once or twice, as when two handlers do it.
func (g *maker) onceOrTwice(a Action) {
	for range 1 + g.Intn(2) {
		g.somewhere(a)
	}
}

func (g *maker) sometimes(a Action) {
	if g.Intn(3) == 0 {
		g.somewhere(a)
	}
}

// body of an event of the environment: it may post another, and may spin a loop that this
// one ends.
func (g *maker) body(e int) {
	switch g.Intn(5) {
	case 0:
		p := g.add(Event{Kind: trace.Posted, Prio: int32(g.Intn(2))})
		insert(g.Rand, &g.p.Events[e].Body, Action{Post, p})
	case 1:
		v := g.p.Loops
		g.p.Loops++
		p := g.add(Event{Kind: trace.Posted, Prio: int32(g.Intn(2)), Body: []Action{{Reset, v}}})
		g.p.Events[e].Body = append(g.p.Events[e].Body, Action{Post, p}, Action{Spin, v})
	}
}

// clock adds a timer, which fires once or twice if nobody stops it.
func (g *maker) clock() {
	t := len(g.p.Timers)
	timer := Timer{Interval: 1 + g.Intn(3), First: len(g.p.Events)}
	firings := 1 + g.Intn(2)
	if g.Intn(5) == 0 {
		timer.VeryCoarse, timer.Interval, firings = true, 1, 1
	}
	g.p.Timers = append(g.p.Timers, timer)
	to := 0
	if g.Intn(4) == 0 {
		g.p.Things++
		to = g.p.Things
		g.sometimes(Action{Free, to - 1})
	}
	g.somewhere(Action{StartTimer, t})
	for k := range firings {
		e := g.add(Event{Kind: trace.Timer, To: to, Surroundings: Surroundings{Timer: t + 1}})
		if k > 0 {
			g.p.Events[e-1].Next = e + 1
		}
	}
	g.body(timer.First)
	g.sometimes(Action{StopTimer, t})
}

func (g *maker) notifier() {
	n := 0
	for i := range g.p.Events {
		n = max(n, g.p.Events[i].Notifier)
	}
	if n >= maxNotifiers {
		return
	}
	g.onceOrTwice(Action{Enable, n})
	for range 1 + g.Intn(2) {
		g.body(g.add(Event{Kind: trace.Socket, Root: true, Surroundings: Surroundings{Notifier: n + 1}}))
	}
	g.sometimes(Action{Disable, n})
}

// window adds one with some of a person's input.
func (g *maker) window() {
	if w := g.newWindow(Window{Modal: g.Intn(4) == 0}); w > 0 {
		g.onceOrTwice(Action{Show, w - 1})
		g.sometimes(Action{Hide, w - 1})
		g.inputs(w)
	}
}

func (g *maker) newWindow(w Window) int {
	if len(g.p.Windows) >= maxWindows {
		return 0
	}
	g.p.Windows = append(g.p.Windows, w)
	return len(g.p.Windows)
}

func (g *maker) input(w int, about Surroundings) int {
	about.Window = w
	return g.add(Event{Kind: trace.Input, Root: true, Surroundings: about})
}

func (g *maker) inputs(w int) {
	for range 1 + g.Intn(2) {
		switch g.Intn(3) {
		case 0:
			press := g.input(w, Surroundings{Type: "Mouse", Press: true})
			g.input(w, Surroundings{Type: "Mouse", After: press + 1})
		case 1:
			first := g.input(w, Surroundings{Type: "Activate", First: true})
			g.input(w, Surroundings{Type: "Key"})
			if g.Intn(2) == 0 {
				g.input(w, Surroundings{Type: "Activate", Again: true, After: first + 1})
			}
			return
		default:
			g.body(g.input(w, Surroundings{Type: "Close"}))
		}
	}
}

// dialogs adds a dialog: an input, or what was there before, opens it and waits for it.
func (g *maker) dialogs() {
	d := g.newWindow(Window{Modal: g.Intn(2) == 0})
	if d == 0 {
		return
	}
	v := g.p.Loops
	g.p.Loops++
	owner := g.Intn(len(g.p.Events))
	g.p.Events[owner].Body = append(g.p.Events[owner].Body, Action{Show, d - 1}, Action{Spin, v})
	if g.Intn(2) == 0 {
		g.p.Events[owner].Body = append(g.p.Events[owner].Body, Action{Hide, d - 1})
	}
	closing := g.input(d, Surroundings{Type: "Mouse", Press: true})
	insert(g.Rand, &g.p.Events[closing].Body, Action{Reset, v})
	if g.Intn(2) == 0 {
		insert(g.Rand, &g.p.Events[closing].Body, Action{Hide, d - 1})
	}
	g.body(g.input(d, Surroundings{Type: "Mouse", After: closing + 1}))
}

// late adds a thing that is made on the way, and what comes to it.
func (g *maker) late() {
	g.p.Things++
	x := g.p.Things
	g.p.Late |= 1 << (x - 1)
	for range 1 + g.Intn(2) {
		insert(g.Rand, &g.p.Events[g.Intn(len(g.p.Events))].Body, Action{Make, x - 1})
	}
	g.body(g.add(Event{Kind: trace.Env, Root: true, To: x}))
}
