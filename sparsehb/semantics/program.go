// Package semantics says what an event loop may do: it runs small abstract
// programs through every schedule that a loop allows. The engine's rules are
// held against it, so it knows nothing of rules.
//
// The rules it keeps:
//   - Only schedules count in which every event is delivered and every loop
//     ends. Where a loop has one resetter, a schedule in which that came before
//     the loop hangs and does not count.
//   - A pair of blocks is reversible if some schedule that counts starts the
//     two the other way round. What no schedule reverses is truly ordered.
//   - Events may be delivered to a thing that a handler frees; what waits for it
//     then is never delivered, and that schedule counts nonetheless. Of such programs
//     Precedes is to be asked, not Reversible.
//   - What a timer, a notifier or a person does may never come at all
//     (environment.go): a timer is stopped, a window is hidden. Such a schedule
//     counts too, and Reversible says of a pair whether the second block can start
//     without the first one having started before, then or never.
//   - Everything is a pure function of the program; programs are made from
//     seeds.
package semantics

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"

	"sparseracer/internal/trace"
)

// Do is what one action of a handler does.
type Do uint8

const (
	Post       Do = iota // Arg: the event put into the queue, or armed
	Spin                 // Arg: the loop spun
	Reset                // Arg: the loop that will end
	Use                  // of a thing
	Free                 // of a thing: what is to be delivered to it goes
	Start                // Arg: the thread that starts, or is given its work
	Make                 // of a late thing; nothing if it was made before
	StartTimer           // Arg: the timer, of the clock
	StopTimer
	CloseTimer // stops it, and nobody can start it any more
	Enable     // Arg: the notifier
	Disable
	Show // Arg: the window
	Hide
	Hold // of a thing, across the loop that comes next: a potential use after it
	Call // of a thread: Arg is posted, and the thread waits until its handler has ended
)

// Action is one step of a handler.
type Action struct {
	Do  Do
	Arg int
}

// Event is an event and the body of its handler. A root comes from the
// environment at any time; others are posted or armed by one action.
type Event struct {
	Kind trace.EventKind // Posted, Timer (armed: comes at any time after its enq), Deferred or Env
	Prio int32
	Root bool
	To   int // the thing that it is delivered to, counted from 1: not before that is made, nor when it is gone
	Body []Action
	Surroundings
}

// Program is what is run. Startup is the code before the default loop.
type Program struct {
	Kind      trace.LoopKind
	Startup   []Action
	MainSpins bool    // start-up code is the handler of event 0 (startup.go)
	Events    []Event // the index is the id
	Loops     int
	Threads   []Thread
	World
}

// isBatch: its loops deliver batches.
func (p *Program) isBatch() bool { return p.Kind == trace.LoopBatch || p.Kind == trace.LoopUnix }

// elders are, by deferred delete, those that its block asks for before it.
func (p *Program) elders() [][]int {
	list := make([][]int, len(p.Events))
	inBody := func(body []Action) {
		var before []int
		for _, a := range body {
			switch {
			case a.Do == Spin:
				before = nil
			case a.Do == Post && p.Events[a.Arg].Kind == trace.Deferred:
				list[a.Arg] = slices.Clone(before)
				before = append(before, a.Arg)
			}
		}
	}
	inBody(p.Startup)
	for i := range p.Events {
		inBody(p.Events[i].Body)
	}
	return list
}

// maxBlocks is how many blocks a program may have: sets of them are words.
const maxBlocks = 64

// New makes a random program. Not all of them can come to their end.
func New(seed int64, kind trace.LoopKind) *Program {
	g := &maker{Rand: rand.New(rand.NewSource(seed)), p: &Program{Kind: kind}}
	g.events()
	g.loops()
	g.object()
	return g.p
}

// NewRivals makes a random program in which loops have several resetters.
func NewRivals(seed int64, kind trace.LoopKind) *Program {
	g := &maker{Rand: rand.New(rand.NewSource(seed)), p: &Program{Kind: kind}}
	g.events()
	g.loops()
	for v := range g.p.Loops {
		for range g.Intn(3) {
			insert(g.Rand, &g.p.Events[g.Intn(len(g.p.Events))].Body, Action{Reset, v})
		}
	}
	g.object()
	return g.p
}

// NewDeletes makes a random program whose handlers, and threads, ask for deferred deletes, several at a time.
func NewDeletes(seed int64, kind trace.LoopKind) *Program {
	g := &maker{Rand: rand.New(rand.NewSource(seed)), p: &Program{Kind: kind}}
	g.events()
	if len(g.p.Events) < 6 && g.Intn(2) == 0 { // small ones: threads make many states
		g.threads()
	}
	called := g.p.called()
	for i := range g.p.Events {
		if e := &g.p.Events[i]; !e.Root && !called[i] && g.Intn(2) == 0 {
			e.Kind = trace.Deferred
		}
	}
	g.loops()
	g.object()
	return g.p
}

// NewQueuedDeletes makes such a program whose deletes stand in the queue.
func NewQueuedDeletes(seed int64, kind trace.LoopKind) *Program {
	p := NewDeletes(seed, kind)
	p.QueuedDeletes = true
	return p
}

// NewLeft makes a random program with dialogs: a handler starts a timer that is to end a loop
// of its own, maybe by what it posts, and spins it, and a person may end it before.
func NewLeft(seed int64, kind trace.LoopKind) *Program {
	g := &maker{Rand: rand.New(rand.NewSource(seed)), p: &Program{Kind: kind}}
	g.events()
	g.loops()
	for range 1 + g.Intn(2) {
		owner, v := g.Intn(len(g.p.Events)), g.p.Loops
		e := Event{Kind: trace.Timer, Body: []Action{{Reset, v}}}
		if g.Intn(3) == 0 {
			e.Body = []Action{{Post, g.add(Event{Kind: trace.Posted, Body: e.Body})}}
		}
		if g.Intn(2) == 0 {
			insert(g.Rand, &e.Body, Action{Do: Use})
		}
		x := g.add(e)
		body := &g.p.Events[owner].Body
		at := g.Intn(2) * len(*body) // no other loop comes between the two
		*body = slices.Insert(*body, at, Action{Post, x}, Action{Spin, v})
		g.p.Left |= 1 << v
		g.p.Loops++
	}
	g.object()
	return g.p
}

// NewMortals makes a random program in which events go with their receiver, more often
// than not one that the owner of a loop kills after it.
func NewMortals(seed int64, kind trace.LoopKind) *Program {
	g := &maker{Rand: rand.New(rand.NewSource(seed)), p: &Program{Kind: kind}}
	g.events()
	g.loops()
	killer := g.Intn(len(g.p.Events))
	for i := range g.p.Events {
		if g.Intn(2) == 0 {
			g.p.Events[i].To = receiver
		}
		if spins(g.p.Events[i].Body) && g.Intn(2) == 0 {
			killer = i
		}
	}
	g.dialog(killer)
	for range 1 + g.Intn(3) {
		insert(g.Rand, &g.p.Events[g.Intn(len(g.p.Events))].Body, Action{Do: Use})
	}
	insert(g.Rand, &g.p.Events[killer].Body, Action{Free, receiver - 1})
	if g.Intn(3) > 0 {
		insert(g.Rand, &g.p.Events[killer].Body, Action{Do: Free})
	} else {
		insert(g.Rand, &g.p.Events[g.Intn(len(g.p.Events))].Body, Action{Do: Free})
	}
	return g.p
}

// dialog gives a handler that spins a loop what a dialog has: an event of its own, armed
// before the loop, with a loop of its own and a use after it.
func (g *maker) dialog(owner int) {
	body := &g.p.Events[owner].Body
	if !spins(*body) || g.Intn(2) == 0 {
		return
	}
	*body = slices.Insert(*body, 0, Action{Post, len(g.p.Events)})
	insert(g.Rand, &g.p.Events[g.Intn(len(g.p.Events))].Body, Action{Reset, g.p.Loops})
	g.p.Events = append(g.p.Events, Event{Kind: trace.Timer, To: receiver, Body: []Action{{Spin, g.p.Loops}, {Do: Use}}})
	g.p.Loops++
}

func spins(body []Action) bool {
	return slices.ContainsFunc(body, func(a Action) bool { return a.Do == Spin })
}

// receiver is the thing that mortal events go to, as Event.To names it.
const receiver = 2

// loses reports whether some schedule may be without some event.
func (p *Program) loses() bool {
	return p.HasEnvironment() || slices.ContainsFunc(p.Events, func(e Event) bool { return e.To > 0 })
}

// things is how many there are: the one that is used and freed, and receivers.
func (p *Program) things() int {
	n := 1
	for i := range p.Events {
		n = max(n, p.Events[i].To)
	}
	return max(n, p.Things)
}

type maker struct {
	*rand.Rand
	p *Program
}

// events makes a forest: each event is a root, or posted by start-up code or
// by an event made before it.
func (g *maker) events() {
	n, prios := 3+g.Intn(6), 1+g.Intn(3)
	roots := 1 + g.Intn(3)
	g.p.Events = make([]Event, n)
	for i := range g.p.Events {
		e := &g.p.Events[i]
		e.Kind, e.Prio = trace.Posted, int32(g.Intn(prios))
		if i < roots && g.Intn(4) > 0 {
			e.Kind, e.Root, e.Prio = trace.Env, true, 0
			continue
		}
		if g.Intn(10) == 0 {
			e.Kind = []trace.EventKind{trace.Timer, trace.Deferred}[g.Intn(2)]
		}
		if poster := g.Intn(i+1) - 1; poster >= 0 {
			insert(g.Rand, &g.p.Events[poster].Body, Action{Post, i})
		} else {
			insert(g.Rand, &g.p.Startup, Action{Post, i})
		}
	}
}

// loops gives handlers loops and other handlers their resets.
func (g *maker) loops() {
	for range g.Intn(4) {
		owner, resetter := g.Intn(len(g.p.Events)), g.Intn(len(g.p.Events))
		if owner == resetter {
			continue
		}
		insert(g.Rand, &g.p.Events[owner].Body, Action{Spin, g.p.Loops})
		insert(g.Rand, &g.p.Events[resetter].Body, Action{Reset, g.p.Loops})
		g.p.Loops++
	}
}

// object adds uses of an object and its free.
func (g *maker) object() {
	if g.Intn(2) == 0 {
		return
	}
	for range 1 + g.Intn(2) {
		insert(g.Rand, &g.p.Events[g.Intn(len(g.p.Events))].Body, Action{Do: Use})
	}
	insert(g.Rand, &g.p.Events[g.Intn(len(g.p.Events))].Body, Action{Do: Free})
}

func insert(r *rand.Rand, body *[]Action, a Action) {
	at := r.Intn(len(*body) + 1)
	*body = append(*body, Action{})
	copy((*body)[at+1:], (*body)[at:])
	(*body)[at] = a
}

// String is the program as text, an event a line.
func (p *Program) String() string {
	var s strings.Builder
	fmt.Fprintf(&s, "loop %v\nstart-up:%s\n", p.Kind, bodyString(p.Startup))
	for i, th := range p.Threads {
		fmt.Fprintf(&s, "t%d work=%v:%s\n", i, th.Work, bodyString(th.Body))
	}
	for i, e := range p.Events {
		fmt.Fprintf(&s, "e%d %v prio=%d%s:%s\n", i, e.Kind, e.Prio, e.about(), bodyString(e.Body))
	}
	return s.String()
}

func bodyString(body []Action) string {
	var s strings.Builder
	for _, a := range body {
		fmt.Fprintf(&s, " %s%d", doNames[a.Do], a.Arg)
	}
	return s.String()
}

var doNames = map[Do]string{Post: "post e", Spin: "spin v", Reset: "reset v", Use: "use x", Free: "free x", Start: "start t", Make: "make x",
	StartTimer: "start T", StopTimer: "stop T", CloseTimer: "close T", Enable: "enable n", Disable: "disable n", Show: "show w", Hide: "hide w", Hold: "hold x"}
